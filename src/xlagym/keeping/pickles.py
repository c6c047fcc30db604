"""Values as bytes: to be kept, and to be compared by a digest."""

from __future__ import annotations

import hashlib
import io
import pickle
from typing import Any, cast


def pickled(value: object) -> bytes:
    """``value`` as it is kept."""
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def digest(value: object) -> str:
    """32 hexadecimal digits that change with ``value``, and not with who made it.

    Equal values have one digest, whichever of their parts are the same object: one that was just
    computed, and the same one read back. (For sets that may fail, which costs time and no more.)
    """
    stream = io.BytesIO()
    pickler = cast(Any, pickle.Pickler(stream, protocol=pickle.HIGHEST_PROTOCOL))
    pickler.fast = True  # without references to parts that were met before
    try:
        pickler.dump(value)
    except ValueError:  # a value that holds itself
        return hashlib.sha256(pickled(value)).hexdigest()[:32]
    return hashlib.sha256(stream.getbuffer()).hexdigest()[:32]


def unpickled(content: bytes | None) -> Any:
    """The value of ``pickled``. Raises whatever the bytes, or their absence, give rise to."""
    # Written by this program alone, in a folder of the project that git ignores.
    return pickle.loads(content)  # type: ignore[arg-type]  # None is for the caller to catch
