"""Kept values in a folder: one table of what each was computed from, and segments of values.

The table is read whole and replaced whole; a value is read where somebody asks for it. Segments
are written once, by one process each, so several may fill a shelf at once: the one that writes the
table last wins, and the others' values are computed again.
"""

from __future__ import annotations

import marshal
import os
import tempfile
import time
import zlib
from array import array
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from xlagym.keeping.code import room_code
from xlagym.keeping.trace import Entry, Pairs, Place

_CHECKSUM = 4
"""Bytes of the checksum before the table: it finds damage, and does not withstand malice."""
_TOO_MANY = 24
"""Segments that are kept apart; of more, the small ones become one."""
_SMALL = 1_000_000
_ABANDONED_S = 600.0
"""Age in seconds from which a segment that no table names belongs to nobody who still runs."""


class Shelf:
    """Entries and their values under ``folder``. Whatever is wrong with them, they are absent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._segment: IO[bytes] | None = None
        self._name = ""
        self._end = 0
        self._open: dict[str, int] = {}
        self._unkept = False

    def read(self) -> tuple[dict[str, Entry], Pairs]:
        """All entries, as the last process has left them."""
        try:
            content = memoryview((self._folder / "table").read_bytes())
            if _checksum(content[_CHECKSUM:]) != content[:_CHECKSUM]:
                return {}, Pairs()
            version, names, digests, segments, rows = marshal.loads(content[_CHECKSUM:])
        except (OSError, ValueError, EOFError, TypeError):
            return {}, Pairs()
        if version != _version():
            return {}, Pairs()
        entries = {}
        for name, (digest, trace, segment, start, length, checksum) in rows.items():
            place = Place(segments[segment], start, length, checksum)
            entries[name] = Entry(digest, array("I", trace), place)
        return entries, Pairs(names, digests)

    def put(self, value: bytes) -> Place | None:
        """Write ``value`` to the segment of this process; None where the system says no."""
        if self._unkept:
            return None
        try:
            if self._segment is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                handle, path = tempfile.mkstemp(dir=self._folder, suffix=".values")
                self._segment, self._name = os.fdopen(handle, "wb"), Path(path).name
            self._segment.write(value)
        except OSError:  # a full disk, a folder that may not be written: keep nothing more
            self._drop_segment()
            return None
        place = Place(self._name, self._end, len(value), zlib.crc32(value))
        self._end += len(value)
        return place

    def get(self, place: Place) -> bytes | None:
        """The value at ``place``; None where it isn't what was put there."""
        try:
            self.flush()
            if place.segment not in self._open:
                path = f"{self._folder}/{place.segment}"
                self._open[place.segment] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            value = os.pread(self._open[place.segment], place.length, place.start)
        except OSError:
            return None
        return value if zlib.crc32(value) == place.checksum else None

    def flush(self) -> None:
        """Let others see what was put."""
        if self._segment is not None:
            self._segment.flush()

    def write(self, entries: Mapping[str, Entry], pairs: Pairs) -> None:
        """Make the table say ``entries``; segments that hold little of them are copied."""
        with suppress(OSError):
            entries = self._compacted(entries)
            self.flush()
            self._write_table(entries, pairs)
            self._sweep({each.place.segment for each in entries.values() if each.place})

    def close(self) -> None:
        """Give back what is open."""
        if self._segment is not None:
            with suppress(OSError):
                self._segment.close()
            self._segment = None
        for handle in self._open.values():
            os.close(handle)
        self._open.clear()

    def _drop_segment(self) -> None:
        self._unkept = True
        if self._segment is not None:
            with suppress(OSError):
                (self._folder / self._name).unlink()
                self._segment.close()
            self._segment = None

    def _write_table(self, entries: Mapping[str, Entry], pairs: Pairs) -> None:
        numbers: dict[int, int] = {}
        segments: dict[str, int] = {}
        rows = {}
        for name, entry in entries.items():
            place = entry.place
            if place is not None:
                segment = segments.setdefault(place.segment, len(segments))
                trace = array("I", (numbers.setdefault(n, len(numbers)) for n in entry.trace))
                rows[name] = (
                    entry.digest,
                    trace.tobytes(),
                    segment,
                    place.start,
                    place.length,
                    place.checksum,
                )
        table = (
            _version(),
            [pairs.names[number] for number in numbers],
            [pairs.digests[number] for number in numbers],
            list(segments),
            rows,
        )
        content = marshal.dumps(table)
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=self._folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_checksum(content))
                file.write(content)
            Path(part).replace(self._folder / "table")
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise

    def _compacted(self, entries: Mapping[str, Entry]) -> Mapping[str, Entry]:
        """The entries, those of segments that are mostly waste or small put into this one."""
        live: dict[str, int] = {}
        for entry in entries.values():
            if entry.place is not None:
                live[entry.place.segment] = live.get(entry.place.segment, 0) + entry.place.length
        many = len(live) > _TOO_MANY
        moving = {
            name
            for name, size in live.items()
            if name != self._name
            and (size < self._size(name) / 2 or (many and self._size(name) < _SMALL))
        }
        if not moving:
            return entries
        moved = {}
        for name, entry in entries.items():
            if entry.place is not None and entry.place.segment in moving:
                value = self.get(entry.place)
                place = None if value is None else self.put(value)
                if place is None:
                    continue
                entry.place = place
            moved[name] = entry
        return moved

    def _size(self, segment: str) -> int:
        return os.stat(f"{self._folder}/{segment}").st_size  # noqa: PTH116

    def _sweep(self, named: set[str]) -> None:
        """Remove segments and parts that nobody can want any more."""
        for path in self._folder.iterdir():
            if path.name not in named | {self._name, "table"}:
                old = time.time() - path.stat().st_mtime > _ABANDONED_S
                if old or path.name in self._open:
                    path.unlink(missing_ok=True)


def _checksum(content: bytes | memoryview) -> bytes:
    return zlib.crc32(content).to_bytes(_CHECKSUM)


def _version() -> str:
    """Tables by other code, or another Python, are not for us."""
    return room_code("keeping")
