"""A line's events as columns: millions of small messages decoded in bulk.

Only what is asked for is kept: the three numbers that every event has, and the stats named by the
caller. Everything else in an event is stepped over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.schema import text
from xlagym.evidence.profile.formats.wire import LENGTH, VARINT, Fields, Places, Wire

_EVENTS_AT_ONCE: Final = 8192
"""Few enough that a chunk's columns stay in the processor's second-level cache."""

_METADATA_ID, _OFFSET, _DURATION, _STATS = 1, 2, 3, 4
_METADATA_ID_TAG: Final = 0x08
DOUBLE, UINT, INT, STR, BYTES, REF = 2, 3, 4, 5, 6, 7
"""XStat's value fields, by number."""
_VALUES: Final = frozenset({DOUBLE, UINT, INT, STR, BYTES, REF})


@dataclass(slots=True, eq=False)
class StatColumn:
    """One stat of every event of a line."""

    kind: NDArray[np.uint8]
    """Which of XStat's value fields the event has; 0 where it lacks the stat."""
    value: NDArray[np.uint64]
    """The value's 64 bits; an index into ``texts`` where the kind is ``STR``."""
    texts: list[str] = field(default_factory=list)

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which events have the stat."""
        result: NDArray[np.bool_] = self.kind != 0
        return result

    def integers(self) -> NDArray[np.int64]:
        """The values as signed integers; 0 where absent."""
        return self.value.view(np.int64)


@dataclass(slots=True, eq=False)
class EventColumns:
    """Events in the order in which the line has them. Times are picoseconds from its start."""

    metadata_id: NDArray[np.int64]
    offset_ps: NDArray[np.int64]
    duration_ps: NDArray[np.int64]
    stats: dict[str, StatColumn]


def decode_events(events: Sequence[bytes], wanted: Mapping[int, str]) -> EventColumns:
    """Decode serialized XEvents.

    Args:
        events: the messages, unparsed.
        wanted: stat metadata ids, each with the name of the column that it goes to.

    Raises:
        WireError: when an event's bytes break the wire format.
    """
    count = len(events)
    columns = EventColumns(
        metadata_id=np.zeros(count, np.int64),
        offset_ps=np.zeros(count, np.int64),
        duration_ps=np.zeros(count, np.int64),
        stats={
            name: StatColumn(np.zeros(count, np.uint8), np.zeros(count, np.uint64))
            for name in dict.fromkeys(wanted.values())
        },
    )
    interned: dict[str, dict[bytes, int]] = {name: {} for name in columns.stats}
    for first, chunk in _chunks(events):
        _decode_chunk(chunk, first, columns, wanted, interned)
    for name, codes in interned.items():
        columns.stats[name].texts = [text(raw) for raw in codes]
    return columns


def _chunks(events: Sequence[bytes]) -> Iterator[tuple[int, Sequence[bytes]]]:
    """Slices of ``events``, each with the index of its first."""
    for first in range(0, len(events), _EVENTS_AT_ONCE):
        yield first, events[first : first + _EVENTS_AT_ONCE]


def _decode_chunk(
    chunk: Sequence[bytes],
    first: int,
    columns: EventColumns,
    wanted: Mapping[int, str],
    interned: Mapping[str, dict[bytes, int]],
) -> None:
    """Decode one chunk into the columns, from row ``first`` on."""
    data = b"".join(chunk)
    stop = np.cumsum(np.fromiter(map(len, chunk), np.int64, len(chunk)))
    start = np.concatenate((np.zeros(1, np.int64), stop[:-1]))
    wire = Wire(data)
    numbers = {
        _METADATA_ID: columns.metadata_id,
        _OFFSET: columns.offset_ps,
        _DURATION: columns.duration_ps,
    }
    for found in wire.fields(start, stop):
        if found.number in numbers and found.kind == VARINT:
            numbers[found.number][first + found.which] = found.value.view(np.int64)
        elif found.number == _STATS and found.kind == LENGTH and wanted:
            _decode_stats(wire, data, found, first, columns.stats, wanted, interned)


def _decode_stats(
    wire: Wire,
    data: bytes,
    stats: Fields,
    first: int,
    columns: Mapping[str, StatColumn],
    wanted: Mapping[int, str],
    interned: Mapping[str, dict[bytes, int]],
) -> None:
    """Decode one stat of some events, where it is wanted."""
    start, stop = stats.value.view(np.int64), stats.stop
    hopeful = _hopeful(wire, start, stop, wanted)
    rows, start, stop = first + stats.which[hopeful], start[hopeful], stop[hopeful]
    ids = np.zeros(rows.size, np.int64)
    kind = np.zeros(rows.size, np.uint8)
    value = np.zeros(rows.size, np.uint64)
    end = np.zeros(rows.size, np.int64)
    for found in wire.fields(start, stop):
        if found.number == _METADATA_ID:
            ids[found.which] = found.value.view(np.int64)
        elif found.number in _VALUES:
            kind[found.which] = found.number
            value[found.which] = found.value
            end[found.which] = found.stop
    for stat_id, name in wanted.items():
        here = np.flatnonzero((ids == stat_id) & (kind != 0))
        if here.size:
            codes = interned[name]
            for at in here[np.isin(kind[here], (STR, BYTES))]:
                raw = data[int(value[at]) : int(end[at])]
                value[at] = codes.setdefault(raw, len(codes))
            columns[name].kind[rows[here]] = kind[here]
            columns[name].value[rows[here]] = value[here]


def _hopeful(
    wire: Wire, start: Places, stop: Places, wanted: Mapping[int, str]
) -> NDArray[np.bool_]:
    """Which stats may be wanted ones: a look at the id, which is nearly always the first field.

    A CPU trace's event has nine stats of which four are wanted; this skips the other five.
    """
    maybe: NDArray[np.bool_] = (start >= stop) | (wire.octets[start] != _METADATA_ID_TAG)
    ids, _ = wire.varints(start + 1)
    for stat_id in wanted:
        maybe |= ids == np.uint64(stat_id)
    return maybe
