"""An XSpace as planes, lines and events, with names instead of ids.

Event stats are decoded in bulk and only where asked for; a line's events stay undecoded until
then. All times are integers in picoseconds.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from google.protobuf.message import DecodeError
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.event_columns import EventColumns, decode_events
from xlagym.evidence.profile.formats.form import (
    SIZE_LIMIT,
    form_of,
    not_a_profile,
    take_bytes,
    unreadable,
)
from xlagym.evidence.profile.formats.schema import XSpace, text
from xlagym.evidence.profile.formats.wire import WireError

if TYPE_CHECKING:
    from typing import BinaryIO

StatValue = int | float | str | bytes
"""A stat's value as the profile has it. One that was recorded without a value is 0."""

_UNPACKED_LIMIT: Final = 16_000_000
_ID_LIMIT: Final = 1 << 63
_FARTHEST_NS: Final = 1 << 50
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
    events: Sequence[bytes]
    """The events, serialized."""
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
        if ahead > _FARTHEST_NS:
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


def read_xplane(source: bytes | BinaryIO, limit: int = SIZE_LIMIT) -> Space:
    """Read an ``.xplane.pb``.

    Args:
        source: the file's bytes, or a binary stream of them.
        limit: refuse more bytes than this.

    Raises:
        ProfileError: when the bytes are no whole profile; its verdict says why.
    """
    data = take_bytes(source, limit)
    if form_of(data) != "xplane":
        raise not_a_profile("The file is gzip or JSON, perhaps a Chrome trace.")
    try:
        message = XSpace.FromString(data)
    except DecodeError:
        raise unreadable(data) from None
    return Space(
        size=len(data),
        planes=tuple(_plane(plane) for plane in message.planes),
        errors=tuple(map(text, message.errors)),
        warnings=tuple(map(text, message.warnings)),
        hostnames=tuple(map(text, message.hostnames)),
    )


def _plane(message: Any) -> Plane:
    """A plane with its lines; the lines' events stay serialized."""
    names = {entry.key: text(entry.value.name) for entry in message.stat_metadata}
    plane = Plane(
        id=message.id,
        name=text(message.name),
        stats=_stats(message.stats, names),
        stat_names={key: name for key, name in names.items() if 0 <= key < _ID_LIMIT},
        event_kinds={entry.key: _event_kind(entry, names) for entry in message.event_metadata},
        lines=[],
    )
    stamps = [line.timestamp_ns for line in message.lines]
    # Counted from the epoch, as some profiles do, picoseconds would not fit 64 bits.
    near = not stamps or (min(stamps) >= 0 and max(stamps) <= _FARTHEST_NS)
    origin = 0 if near else min(stamps)
    plane.lines.extend(
        Line(
            id=line.id,
            name=text(line.name or line.display_name),
            timestamp_ns=line.timestamp_ns,
            origin_ns=origin,
            events=line.events,
            plane=plane,
        )
        for line in message.lines
    )
    return plane


def _event_kind(entry: Any, names: Mapping[int, str]) -> EventKind:
    """One entry of a plane's event metadata."""
    kind = entry.value
    return EventKind(entry.key, text(kind.name), text(kind.display_name), _stats(kind.stats, names))


def _stats(stats: Iterable[Any], names: Mapping[int, str]) -> dict[str, StatValue]:
    """Stats by name; the first wins where a name comes twice."""
    result: dict[str, StatValue] = {}
    for stat in stats:
        name = names.get(stat.metadata_id, f"stat {stat.metadata_id}")
        result.setdefault(name, _value(stat, names))
    return result


def _value(stat: Any, names: Mapping[int, str]) -> StatValue:
    """A stat's value; references and compressed text are resolved."""
    for descriptor, value in stat.ListFields():
        match descriptor.name:
            case "metadata_id":
                continue
            case "str_value":
                return text(value)
            case "ref_value":
                return names.get(value, "")
            case "compressed_str_value":
                return _unpacked(value)
            case _:
                return value  # type: ignore[no-any-return]
    return 0


def _unpacked(packed: bytes) -> str:
    """Gzipped text, up to a limit; what can't be unpacked is empty."""
    try:
        return text(zlib.decompressobj(wbits=47).decompress(packed, _UNPACKED_LIMIT))
    except zlib.error:
        return ""
