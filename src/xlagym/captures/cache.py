"""Readings kept between builds, by what was read and by the code that reads it."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

_READERS = Path(__file__).parent.parent / "evidence"
_STORE = Path(__file__).parent
_DIGEST = hashlib.sha256().digest_size


class FactCache:
    """Pickled readings under one folder; every fault in them is answered by reading again.

    A reading's key should be the hash of the evidence that it was read from. Change a reader's
    source, the interpreter or a parser that it calls, and all readings are made anew.
    """

    def __init__(self, root: Path | None) -> None:
        """Keep readings under ``root``; None keeps nothing."""
        self._root = root

    def get[T](self, kind: str, key: str, compute: Callable[[], T]) -> T:
        """Return the reading ``kind`` of the evidence ``key``, computed if it isn't kept."""
        if self._root is None:
            return compute()
        path = self._root / readers_hash()[:16] / f"{kind}-{_short(key)}.pickle"
        try:
            # Written by this program alone, in a folder of the project that git ignores.
            kept: T = pickle.loads(_whole(path.read_bytes()))
        except Exception:  # absent, cut short, or of classes that have moved: read again
            pass
        else:
            return kept
        reading = compute()
        # A cache that is full or may not be written is no reason to stop.
        with suppress(OSError):
            _write(path, reading)
        return reading


def _short(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _whole(content: bytes) -> bytes:
    """The pickle behind its hash; ValueError where a byte of it has changed since."""
    digest, pickled = content[:_DIGEST], content[_DIGEST:]
    if hashlib.sha256(pickled).digest() != digest:
        raise ValueError("the entry is not what was written")
    return pickled


def _write(path: Path, reading: object) -> None:
    pickled = pickle.dumps(reading, protocol=pickle.HIGHEST_PROTOCOL)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(pickled).digest())
            file.write(pickled)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@cache
def readers_hash() -> str:
    """Return a hash of everything that a reading depends on but for the evidence."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{sys.version} {version('jaxlib')}".encode())
    for folder in (_READERS, _STORE):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()
