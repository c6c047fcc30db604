"""An XSpace as planes, lines and events, with names instead of ids.

Event stats are decoded in bulk and only where asked for; a line's events stay undecoded until
then. All times are integers in picoseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.event_columns import EventColumns, Events, decode_events
from xlagym.evidence.profile.formats.fields import WireError
from xlagym.evidence.profile.formats.form import not_a_profile

StatValue = int | float | str | bytes
"""A stat's value as the profile has it. One that was recorded without a value is 0."""

FARTHEST_NS: Final = 1 << 50
"""Two weeks: no two lines of one trace begin that far apart."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """What all events with one metadata id have in common."""

    id: int
    name: str
    """On a TPU's ops line the whole HLO instruction, as text."""
    display_name: str
    stats: Mapping[str, StatValue]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A timeline of a plane: a stream, a thread, a row of ops."""

    id: int
    name: str
    timestamp_ns: int
    """Start of the line in its own clock; every event's offset counts from here."""
    origin_ns: int
    """Where ``own_start_ps`` counts from: 0, or the plane's earliest line if that is far off."""
    events: Events
    plane: Plane

    def columns(self, wanted: Iterable[str] = ()) -> EventColumns:
        """The events' numbers, and the stats named in ``wanted``, as columns.

        Raises:
            ProfileError: when an event's bytes are no event.
        """
        names = set(wanted)
        ids = {key: name for key, name in self.plane.stat_names.items() if name in names}
        try:
            return decode_events(self.events, ids)
        except WireError as error:
            where = f"line {self.name!r} of plane {self.plane.name!r}"
            raise not_a_profile(f"The events of {where} can't be read: {error}.") from None

    def own_start_ps(self, offset_ps: NDArray[np.int64]) -> NDArray[np.int64]:
        """Events' starts in their own clock, counted from ``origin_ns``.

        Raises:
            ProfileError: when the plane's lines are in clocks that can't be the same.
        """
        ahead = self.timestamp_ns - self.origin_ns
        if ahead > FARTHEST_NS:
            raise not_a_profile(
                f"Two lines of plane {self.plane.name!r} begin {ahead:,} ns apart, so they can't "
                "be laid beside each other."
            )
        return offset_ps + ahead * 1000


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """One source of events: a device, the host's threads, or metadata alone."""

    id: int
    name: str
    stats: Mapping[str, StatValue]
    """For a device its capabilities."""
    stat_names: Mapping[int, str]
    event_kinds: Mapping[int, EventKind]
    lines: list[Line]

    def line(self, name: str) -> Line | None:
        """The first line of that name, if the plane has it."""
        return next((line for line in self.lines if line.name == name), None)


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A whole profile, undigested."""

    size: int
    """Bytes of the file."""
    planes: tuple[Plane, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    hostnames: tuple[str, ...]
    """Never to be shown on a page."""

    def plane(self, name: str) -> Plane | None:
        """The first plane of that name, if there is one."""
        return next((plane for plane in self.planes if plane.name == name), None)
