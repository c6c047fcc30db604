"""Readings kept between builds, by what was read and by the code that reads it."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_READERS = Path(__file__).parent.parent / "evidence"
_STORE = Path(__file__).parent
_CHIPS = _STORE.parent / "chips"
_BELOW = (
    "child_python.py",
    "inputs/inner_paths.py",
    "inputs/located_yaml.py",
    "inputs/text_files.py",
)
_PARSERS = {"jaxlib": "version.py", "yaml": "__init__.py"}
"""Packages that the readers call, and the file of each that says its version."""
_SUM = 4
"""Bytes of the checksum before each pickle: it is there to find damage, not to withstand malice."""


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
        path = self._path(self._root, kind, key)
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

    def holds(self, kind: str, key: str) -> bool:
        """Whether there is an entry for that reading, sound or not."""
        return self._root is not None and self._path(self._root, kind, key).exists()

    def _path(self, root: Path, kind: str, key: str) -> Path:
        return root / readers_hash()[:16] / f"{kind}-{_short(key)}.pickle"

    def shelf(self, name: str, *, forgets: bool = True) -> Shelf:
        """A shelf of small readings, kept in one file; see ``Shelf``."""
        if self._root is None:
            return Shelf(None, forgets)
        return Shelf(self._root / readers_hash()[:16] / f"{name}.pickle", forgets)


class Shelf:
    """Many small readings, kept in one file: read at the first question, written by ``keep``.

    It remembers what it was asked for even where nothing is kept between builds.
    """

    def __init__(self, path: Path | None, forgets: bool) -> None:
        """``forgets`` drops at the next writing what nobody has asked for since the reading."""
        self._path = path
        self._forgets = forgets
        self._kept: dict[str, Any] | None = None
        self._asked: dict[str, Any] = {}
        self._made: dict[str, Any] = {}
        self._grown = False

    def get[T](self, kind: str, key: str, compute: Callable[[], T]) -> T:
        """Return the reading ``kind`` of the evidence ``key``, computed if it isn't kept."""
        name = f"{kind}-{_short(key)}"
        if name not in self._asked:
            if self._kept is None:
                self._kept = self._read()
            if name in self._kept:
                self._asked[name] = self._kept[name]
            else:
                self._asked[name] = self._made[name] = compute()
                self._grown = True
        reading: T = self._asked[name]
        return reading

    def keep(self) -> None:
        """Write what is new; where that can't be, it is computed again."""
        if self._path is not None and self._grown:
            kept = {} if self._forgets else self._kept or {}
            with suppress(OSError):
                _write(self._path, kept | self._asked)
            self._grown = False

    def made(self) -> dict[str, Any]:
        """What was computed since this was last asked, for another process to ``take``."""
        made, self._made = self._made, {}
        return made

    def take(self, made: dict[str, Any]) -> None:
        """Put on the shelf what another process has computed."""
        self._kept = (self._read() if self._kept is None else self._kept) | made
        self._grown = self._grown or bool(made)

    def _read(self) -> dict[str, Any]:
        if self._path is None:
            return {}
        try:
            kept: dict[str, Any] = pickle.loads(_whole(self._path.read_bytes()))
        except Exception:  # as in FactCache.get
            return {}
        return kept


def _short(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _whole(content: bytes) -> memoryview:
    """The pickle behind its checksum; ValueError where a byte of it has changed since."""
    pickled = memoryview(content)[_SUM:]
    if _checksum(pickled) != content[:_SUM]:
        raise ValueError("the entry is not what was written")
    return pickled


def _checksum(pickled: bytes | memoryview) -> bytes:
    return zlib.crc32(pickled).to_bytes(_SUM)


def _write(path: Path, reading: object) -> None:
    pickled = pickle.dumps(reading, protocol=pickle.HIGHEST_PROTOCOL)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(pickled))
            file.write(pickled)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _beside(package: str, file: str) -> bytes:
    """A file of a package that isn't imported for it; empty where there is none."""
    found = find_spec(package)
    places = found.submodule_search_locations if found else None
    paths = [Path(place, file) for place in places or ()]
    return b"".join(path.read_bytes() for path in paths if path.is_file())


@cache
def readers_hash() -> str:
    """Return a hash of everything that a reading depends on but for the evidence."""
    digest = hashlib.sha256(sys.version.encode())
    for package, file in _PARSERS.items():
        digest.update(_beside(package, file))
    for name in _BELOW:
        digest.update((_STORE.parent / name).read_bytes())
    for folder in (_READERS, _STORE, _CHIPS):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()
