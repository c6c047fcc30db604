"""Values as bytes: to be kept, and to be compared by a digest."""

from __future__ import annotations

import hashlib
import io
import pickle
from typing import Any, cast

_SHORT = 240
"""Bytes of arguments that a name spells out."""
_FIRST = "\x80"
"""What a pickle begins with, and no digest."""


def pickled(value: object) -> bytes:
    """``value`` as it is kept."""
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def digest(value: object) -> str:
    """32 hexadecimal digits that change with ``value``, and not with who made it.

    Equal values have one digest, whichever of their parts are the same object: one that was just
    computed, and the same one read back. (For sets that may fail, which costs time and no more.)
    """
    return hashlib.sha256(_plainly(value)).hexdigest()[:32]


def spelled(arguments: tuple[Any, ...]) -> str:
    """Arguments as a part of a name: whole where they are short, else by their digest."""
    plainly = _plainly(arguments)
    if len(plainly) <= _SHORT:
        return plainly.decode("latin-1")
    return hashlib.sha256(plainly).hexdigest()[:32]


def respelled(name: str) -> tuple[Any, ...]:
    """The arguments that ``spelled`` spelled. Raises ValueError where it gave only a digest."""
    if not name.startswith(_FIRST):
        raise ValueError("they were too long to be spelled")
    arguments: tuple[Any, ...] = pickle.loads(name.encode("latin-1"))
    return arguments


def _plainly(value: object) -> bytes:
    """``value`` pickled without references to parts that were met before."""
    stream = io.BytesIO()
    pickler = cast(Any, pickle.Pickler(stream, protocol=pickle.HIGHEST_PROTOCOL))
    pickler.fast = True
    try:
        pickler.dump(value)
    except ValueError:  # a value that holds itself
        return pickled(value)
    return stream.getvalue()


def unpickled(content: bytes | None) -> Any:
    """The value of ``pickled``. Raises whatever the bytes, or their absence, give rise to."""
    # Written by this program alone, in a folder of the project that git ignores.
    return pickle.loads(content)  # type: ignore[arg-type]  # None is for the caller to catch
