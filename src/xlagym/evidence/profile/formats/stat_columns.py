"""Stats of events as columns. A stat is a message in an event: which stat it is, and its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.fields import FIXED64, LENGTH, VARINT, tag_of
from xlagym.evidence.profile.formats.schema import text
from xlagym.evidence.profile.formats.wire import Places, Wire, WireField, Words

DOUBLE, UINT, INT, STR, BYTES, REF = 2, 3, 4, 5, 6, 7
"""XStat's value fields, by number."""
_ID: Final = tag_of(1, VARINT)
_FIELDS: Final = (
    _ID,
    *(tag_of(number, VARINT) for number in (UINT, REF, INT)),
    tag_of(DOUBLE, FIXED64),
    *(tag_of(number, LENGTH) for number in (STR, BYTES)),
)
_LENGTH_AND_ID: Final = np.uint64(0xFFFF8000)
"""Of a stat's first eight bytes: whether its length goes on, and the two bytes after that."""

Rows = Places | slice


@dataclass(slots=True, eq=False)
class StatColumn:
    """One stat of every event of a line."""

    kind: NDArray[np.uint8]
    """Which of XStat's value fields the event has; 0 where it lacks the stat."""
    value: NDArray[np.uint64]
    """The value's 64 bits; an index into ``texts`` where the kind is ``STR`` or ``BYTES``."""
    texts: list[str] = field(default_factory=list)

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which events have the stat."""
        result: NDArray[np.bool_] = self.kind != 0
        return result

    def integers(self) -> NDArray[np.int64]:
        """The values as signed integers; 0 where absent."""
        return self.value.view(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """Values of some stats, one a stat; the last of those that it has."""

    kind: NDArray[np.uint8] | int
    """Number of the value field, 0 where a stat has none; one number where it is the same."""
    value: Words
    stop: Places
    """Where text ends."""


class StatReader:
    """Fills columns with the wanted stats of events."""

    def __init__(self, count: int, wanted: Mapping[int, str]) -> None:
        self._columns = {
            name: StatColumn(np.zeros(count, np.uint8), np.zeros(count, np.uint64))
            for name in dict.fromkeys(wanted.values())
        }
        self._ids = {
            name: [id_ for id_, other in wanted.items() if other == name] for name in self._columns
        }
        self._texts: dict[str, dict[bytes, int]] = {name: {} for name in self._columns}
        self._waiting: list[tuple[Places, Places, Places]] = []

    def columns(self) -> dict[str, StatColumn]:
        """The columns by name, once all stats are taken."""
        for name, column in self._columns.items():
            column.texts = [text(raw) for raw in self._texts[name]]
        return self._columns

    def take(self, wire: Wire, rows: Rows, stats: WireField) -> None:
        """Take one more stat of the events of ``rows``.

        What all events of a chunk have is read at once, and the rest together by ``finish``, since
        one event may have a stat more than the others, or ten thousand.
        """
        if not self._columns:
            return
        start, stop = stats.value.view(np.int64), stats.stop
        if not isinstance(rows, slice):
            self._waiting.append((rows, start, stop))
        elif self._waiting:
            self._waiting.append((np.arange(rows.start, rows.stop), start, stop))
        elif not self._read_alike(wire, rows, stats, start):
            self._read(wire, rows, start, stop)

    def _read_alike(self, wire: Wire, rows: slice, stats: WireField, start: Places) -> bool:
        """Read stats that are all the same one; returns whether they are.

        In a chunk of a TPU's events they are: each has its stats in the same order.
        """
        if stats.head is None:
            return False
        # A length of one byte, then the id's tag and the id.
        alike = stats.head & _LENGTH_AND_ID
        first, begin = int(alike[0]), start + 2
        id_ = first >> 24
        if first & 0xFF8000 != _ID << 16 or id_ >= 0x80 or not bool((alike == first).all()):
            return False
        if bool((begin > stats.stop).any()):
            return False
        name = next((name for name, wanted in self._ids.items() if id_ in wanted), None)
        parts = list(wire.fields(begin, stats.stop, _FIELDS)) if name is not None else []
        if any(part.tag == _ID for part in parts):
            return False
        if name is not None:
            self._write(wire, name, rows, _last_values(start.size, parts))
        return True

    def finish(self, wire: Wire) -> None:
        """Read what is left of a chunk."""
        if self._waiting:
            rows, start, stop = (np.concatenate(part) for part in zip(*self._waiting, strict=True))
            self._waiting = []
            self._read(wire, rows, start, stop)

    def _read(self, wire: Wire, rows: Rows, start: Places, stop: Places) -> None:
        """Read stats in the order in which their events have them."""
        if not self._read_plain(wire, rows, start, stop):
            self._read_any(wire, rows, start, stop)

    def _read_plain(self, wire: Wire, rows: Rows, start: Places, stop: Places) -> bool:
        """Read stats that all begin with their id; returns whether they do.

        Nearly all do, and then only the values of the wanted ones are looked at.
        """
        if not bool(((wire.octets[start] == _ID) & (start < stop)).all()):
            return False
        ids, begin = wire.varints(start + 1)
        if bool((begin > stop).any()):
            return False
        found: list[tuple[str, Rows, _Values]] = []
        for name, wanted in self._ids.items():
            here = _any_of(ids, wanted)
            if bool(here.all()):
                mine, size, fields = rows, start.size, wire.fields(begin, stop, _FIELDS)
            else:
                some = np.flatnonzero(here)
                mine, size = _chosen(rows, some), some.size
                fields = wire.fields(begin[some], stop[some], _FIELDS)
            parts = list(fields)
            if any(part.tag == _ID for part in parts):
                return False
            found.append((name, mine, _last_values(size, parts)))
        for name, mine, values in found:
            self._write(wire, name, mine, values)
        return True

    def _read_any(self, wire: Wire, rows: Rows, start: Places, stop: Places) -> None:
        """Read stats whatever they look like."""
        ids = np.zeros(start.size, np.uint64)
        parts: list[WireField] = []
        for part in wire.fields(start, stop, _FIELDS):
            if part.tag == _ID:
                ids[part.which] = part.value
            else:
                parts.append(part)
        values = _last_values(start.size, parts)
        for name, wanted in self._ids.items():
            here = np.flatnonzero(_any_of(ids, wanted))
            kind = values.kind if isinstance(values.kind, int) else values.kind[here]
            mine = _Values(kind, values.value[here], values.stop[here])
            self._write(wire, name, _chosen(rows, here), mine)

    def _write(self, wire: Wire, name: str, rows: Rows, values: _Values) -> None:
        """Put values into a column, where there are any."""
        column = self._columns[name]
        kind, value, stop = values.kind, values.value, values.stop
        if isinstance(kind, int):
            texts = np.arange(value.size if kind in (STR, BYTES) else 0)
        else:
            some = np.flatnonzero(kind)
            rows, kind, value, stop = _chosen(rows, some), kind[some], value[some], stop[some]
            texts = np.flatnonzero((kind == STR) | (kind == BYTES))
        if texts.size:
            value = value.copy()
            value[texts] = self._interned(wire, name, value[texts], stop[texts])
        column.kind[rows] = kind
        column.value[rows] = value

    def _interned(self, wire: Wire, name: str, start: Words, stop: Places) -> list[int]:
        """Numbers of texts."""
        known = self._texts[name]
        return [
            known.setdefault(wire.data[first:last], len(known))
            for first, last in zip(start.tolist(), stop.tolist(), strict=True)
        ]


def _any_of(ids: Words, wanted: Sequence[int]) -> NDArray[np.bool_]:
    """Which ids are wanted."""
    here: NDArray[np.bool_] = ids == wanted[0]
    for other in wanted[1:]:
        here |= ids == other
    return here


def _chosen(rows: Rows, some: Places) -> Places:
    """Some of the rows."""
    return rows.start + some if isinstance(rows, slice) else rows[some]


def _last_values(size: int, parts: Sequence[WireField]) -> _Values:
    """Of the values of each stat the one that comes last."""
    if len(parts) == 1 and isinstance(parts[0].which, slice):
        return _Values(parts[0].tag >> 3, parts[0].value, parts[0].stop)
    kind, value = np.zeros(size, np.uint8), np.zeros(size, np.uint64)
    stop = np.zeros(size, np.int64)
    for part in parts:
        which, later = part.which, part.stop > stop[part.which]
        rows = np.flatnonzero(later) if isinstance(which, slice) else which[later]
        kind[rows], value[rows] = part.tag >> 3, part.value[later]
        stop[rows] = part.stop[later]
    return _Values(kind, value, stop)
