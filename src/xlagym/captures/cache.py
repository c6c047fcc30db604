"""Readings kept between builds, by what was read and by the code that reads it."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

_READERS = Path(__file__).parent.parent / "evidence"


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
            kept: T = pickle.loads(path.read_bytes())
        except Exception:  # absent, cut short, or of classes that have moved: read again
            kept = compute()
            _write(path, kept)
        return kept


def _short(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _write(path: Path, reading: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            pickle.dump(reading, file, protocol=pickle.HIGHEST_PROTOCOL)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@cache
def readers_hash() -> str:
    """Return a hash of everything that a reading depends on but for the evidence."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{sys.version} {version('jaxlib')}".encode())
    for path in sorted(_READERS.rglob("*.py")):
        digest.update(path.relative_to(_READERS).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()
