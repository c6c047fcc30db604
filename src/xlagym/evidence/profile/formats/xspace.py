"""From the bytes of an XSpace to its planes and lines.

Only the outside is read here: what planes and lines say of themselves is left to protobuf, and of
the events, which are nearly all of a profile, no more than where they lie.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from google.protobuf.message import DecodeError

from xlagym.evidence.profile.formats.event_columns import EventPlaces, Events
from xlagym.evidence.profile.formats.fields import LENGTH, WireError, each_field, tag_of
from xlagym.evidence.profile.formats.form import (
    SIZE_LIMIT,
    form_of,
    not_a_profile,
    take_bytes,
    unreadable,
)
from xlagym.evidence.profile.formats.repeats import joined, repeats
from xlagym.evidence.profile.formats.schema import XLine, XPlane, XSpace, text
from xlagym.evidence.profile.formats.wire import Places, Wire
from xlagym.evidence.profile.formats.xplane import (
    FARTHEST_NS,
    EventKind,
    Plane,
    ProfileLine,
    Space,
    StatValue,
)

if TYPE_CHECKING:
    from typing import BinaryIO

_PLANES: Final = tag_of(1, LENGTH)
_LINES: Final = tag_of(3, LENGTH)
_EVENTS: Final = tag_of(4, LENGTH)
_UNPACKED_LIMIT: Final = 16_000_000
_ID_LIMIT: Final = 1 << 63


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
        try:
            return _space(data, len(data))
        except WireError:
            return _space(_rewritten(data), len(data))
    except (DecodeError, WireError):
        raise unreadable(data) from None


def _rewritten(data: bytes) -> bytes:
    """The same profile as protobuf writes it, without fields that it doesn't know.

    Protobuf reads some things that no profiler writes, such as groups.
    """
    message = XSpace.FromString(data)
    message.DiscardUnknownFields()
    rewritten: bytes = message.SerializeToString()
    return rewritten


def _space(data: bytes, size: int) -> Space:
    """The profile in ``data``."""
    wire = Wire(data)
    planes, rest = [], []
    for field in each_field(data, 0, len(data)):
        if field.tag == _PLANES:
            planes.append(_plane(wire, field.value, field.stop))
        else:
            rest.append(data[field.at : field.stop])
    message = XSpace.FromString(b"".join(rest))
    return Space(
        size=size,
        planes=tuple(planes),
        errors=tuple(map(text, message.errors)),
        warnings=tuple(map(text, message.warnings)),
        hostnames=tuple(map(text, message.hostnames)),
    )


def _plane(wire: Wire, at: int, stop: int) -> Plane:
    """A plane with its lines; the lines' events stay serialized."""
    lines: list[tuple[Any, EventPlaces]] = []
    rest: list[bytes] = []
    for field in each_field(wire.data, at, stop):
        if field.tag == _LINES:
            lines.append(_line(wire, field.value, field.stop))
        else:
            rest.append(wire.data[field.at : field.stop])
    message = XPlane.FromString(b"".join(rest))
    names = {entry.key: text(entry.value.name) for entry in message.stat_metadata}
    plane = Plane(
        id=message.id,
        name=text(message.name),
        stats=_stats(message.stats, names),
        stat_names={key: name for key, name in names.items() if 0 <= key < _ID_LIMIT},
        event_kinds={entry.key: _event_kind(entry, names) for entry in message.event_metadata},
        lines=[],
    )
    stamps = [line.timestamp_ns for line, _ in lines]
    # Counted from the epoch, as some profiles do, picoseconds would not fit 64 bits.
    near = not stamps or (min(stamps) >= 0 and max(stamps) <= FARTHEST_NS)
    origin = 0 if near else min(stamps)
    plane.lines.extend(
        ProfileLine(
            id=line.id,
            name=text(line.name or line.display_name),
            timestamp_ns=line.timestamp_ns,
            origin_ns=origin,
            events=Events(wire, places),
            plane=plane,
        )
        for line, places in lines
    )
    return plane


def _line(wire: Wire, at: int, stop: int) -> tuple[Any, EventPlaces]:
    """What a line says of itself, and where the lengths of its events are."""
    events: list[Places] = []
    rest: list[bytes] = []
    while at < stop:
        places, after = repeats(wire, _EVENTS, at, stop)
        if after > at:
            events.append(places)
            at = after
            continue
        field = next(each_field(wire.data, at, stop))
        if field.tag == _EVENTS:
            raise WireError("a tag is longer than it need be")
        rest.append(wire.data[field.at : field.stop])
        at = field.stop
    # Half the size, and no profile that is read has four gigabytes.
    places = joined(events)
    where = places.astype(np.uint32) if len(wire.data) < 1 << 32 else places
    return XLine.FromString(b"".join(rest)), where


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
