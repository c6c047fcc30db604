"""An XSpace as planes, lines and events, with names instead of ids.

Event stats are decoded in bulk and only where asked for; a line's events stay undecoded until
then. All times are integers in picoseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
_EVENTS_TOGETHER: Final = 1 << 17


@dataclass(frozen=True, slots=True)
class EventKind:
    """What all events with one metadata id have in common."""

    id: int
    name: str
    """On a TPU's ops line the whole HLO instruction, as text."""
    display_name: str
    stats: Mapping[str, StatValue]


@dataclass(frozen=True, slots=True, eq=False)
class ProfileLine:
    """A timeline of a plane: a stream, a thread, a row of ops."""

    id: int
    name: str
    timestamp_ns: int
    """Start of the line in its own clock; every event's offset counts from here."""
    origin_ns: int
    """Where own starts count from: 0, or the plane's earliest line if that is far off."""
    events: Events
    plane: Plane

    def columns(self, wanted: Iterable[str] = ()) -> EventColumns:
        """The events' numbers, and the stats named in ``wanted``, as columns.

        Raises:
            ProfileError: when an event's bytes are no event.
        """
        return LineGroup((self,)).columns(wanted)

    @property
    def ahead_ns(self) -> int:
        """How far from ``origin_ns`` its events' offsets count.

        Raises:
            ProfileError: when the plane's lines are in clocks that can't be the same.
        """
        ahead = self.timestamp_ns - self.origin_ns
        if ahead > FARTHEST_NS:
            raise not_a_profile(
                f"Two lines of plane {self.plane.name!r} begin {ahead:,} ns apart, so they can't "
                "be laid beside each other."
            )
        return ahead


@dataclass(frozen=True, slots=True, eq=False)
class LineGroup:
    """Lines of one plane, decoded together: for numpy a thousand events are as quick as one."""

    lines: tuple[ProfileLine, ...]

    def columns(self, wanted: Iterable[str] = ()) -> EventColumns:
        """The same as ``ProfileLine.columns``, of line after line."""
        names = set(wanted)
        plane = self.lines[0].plane
        ids = {key: name for key, name in plane.stat_names.items() if name in names}
        events = [line.events for line in self.lines]
        places = np.concatenate([each.places for each in events]) if len(events) > 1 else None
        try:
            return decode_events(
                events[0] if places is None else Events(events[0].wire, places), ids
            )
        except WireError as error:
            if len(self.lines) > 1:  # Which of them it is, they say one by one.
                half = len(self.lines) // 2
                for part in (self.lines[:half], self.lines[half:]):
                    LineGroup(part).columns(wanted)
            where = f"line {self.lines[0].name!r} of plane {plane.name!r}"
            raise not_a_profile(f"The events of {where} can't be read: {error}.") from None

    @property
    def line_of_event(self) -> NDArray[np.int64] | None:
        """Index of each event's line; None where there is one line."""
        if len(self.lines) == 1:
            return None
        return np.repeat(np.arange(len(self.lines)), [len(line.events) for line in self.lines])

    def own_start_ps(
        self, offset_ps: NDArray[np.int64], line: NDArray[np.int64] | None
    ) -> NDArray[np.int64]:
        """Some events' starts in their own clock, counted from the plane's ``origin_ns``.

        Args:
            offset_ps: the events' offsets.
            line: index of each one's line; None where there is one line.

        Raises:
            ProfileError: when the plane's lines are in clocks that can't be the same.
        """
        if line is None:
            return offset_ps + self.lines[0].ahead_ns * 1000
        ahead = np.zeros(len(self.lines), np.int64)
        for at in np.flatnonzero(np.bincount(line, minlength=len(self.lines))):
            ahead[at] = self.lines[at].ahead_ns * 1000
        return offset_ps + ahead[line]


def line_groups(lines: Iterable[ProfileLine]) -> Iterator[LineGroup]:
    """Lines of one plane that have events, as many together as take little memory."""
    group: list[ProfileLine] = []
    count = 0
    for line in lines:
        if not line.events:
            continue
        if group and count + len(line.events) > _EVENTS_TOGETHER:
            yield LineGroup(tuple(group))
            group, count = [], 0
        group.append(line)
        count += len(line.events)
    if group:
        yield LineGroup(tuple(group))


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """One source of events: a device, the host's threads, or metadata alone."""

    id: int
    name: str
    stats: Mapping[str, StatValue]
    """For a device its capabilities."""
    stat_names: Mapping[int, str]
    event_kinds: Mapping[int, EventKind]
    lines: list[ProfileLine]

    def line(self, name: str) -> ProfileLine | None:
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
