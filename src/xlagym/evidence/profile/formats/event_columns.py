"""Events as columns: millions of small messages decoded in bulk.

Only what is asked for is kept: the three numbers that every event has, and the stats named by the
caller. Everything else in an event is stepped over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.fields import LENGTH, VARINT, tag_of, varint
from xlagym.evidence.profile.formats.stat_columns import StatColumn, StatReader
from xlagym.evidence.profile.formats.wire import MARGIN, Places, Wire

_EVENTS_AT_ONCE: Final = 16384
"""Few enough that a chunk's columns stay in the processor's second-level cache."""
_NUMBERS: Final = tuple(tag_of(number, VARINT) for number in (1, 2, 3))
_STATS: Final = tag_of(4, LENGTH)

EventPlaces = NDArray[np.uint32] | NDArray[np.int64]
"""Where each event's length is, with the event after it; ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """Serialized events: where they lie in the bytes of a profile."""

    wire: Wire
    places: EventPlaces

    def __len__(self) -> int:
        return self.places.size


@dataclass(slots=True, eq=False)
class EventColumns:
    """Events in the order in which their lines have them. Times are picoseconds from its start."""

    metadata_id: NDArray[np.int64]
    offset_ps: NDArray[np.int64]
    duration_ps: NDArray[np.int64]
    stats: dict[str, StatColumn]


def decode_events(events: Events, wanted: Mapping[int, str]) -> EventColumns:
    """Decode serialized XEvents.

    Args:
        events: the messages.
        wanted: stat metadata ids, each with the name of the column that it goes to.

    Raises:
        WireError: when an event's bytes break the wire format.
    """
    count = len(events)
    columns = EventColumns(
        metadata_id=np.zeros(count, np.int64),
        offset_ps=np.zeros(count, np.int64),
        duration_ps=np.zeros(count, np.int64),
        stats={},
    )
    numbers = dict(
        zip(_NUMBERS, (columns.metadata_id, columns.offset_ps, columns.duration_ps), strict=True)
    )
    stats = StatReader(count, wanted)
    for first in range(0, count, _EVENTS_AT_ONCE):
        places = events.places[first : first + _EVENTS_AT_ONCE].astype(np.int64)
        wire, places = _with_margin(events.wire, places)
        _decode_chunk(wire, places, first, numbers, stats)
    columns.stats = stats.columns()
    return columns


def _with_margin(wire: Wire, places: Places) -> tuple[Wire, Places]:
    """The wire and places, or a copy that goes on long enough after the last event."""
    length, start = varint(wire.data, int(places[-1]), len(wire.data))
    stop = start + length
    if stop + MARGIN <= len(wire.data):
        return wire, places
    first = int(places[0])
    return Wire(wire.data[first:stop] + bytes(MARGIN)), places - first


def _decode_chunk(
    wire: Wire,
    places: Places,
    first: int,
    numbers: Mapping[int, NDArray[np.int64]],
    stats: StatReader,
) -> None:
    """Decode one chunk into the columns, from row ``first`` on."""
    length, start = wire.varints(places)
    stop = start + length.view(np.int64)
    for found in wire.fields(start, stop, (*_NUMBERS, _STATS)):
        which = found.which
        rows = slice(first, first + places.size) if isinstance(which, slice) else first + which
        if found.tag == _STATS:
            stats.take(wire, rows, found)
        else:
            numbers[found.tag][rows] = found.value.view(np.int64)
    stats.finish(wire)
