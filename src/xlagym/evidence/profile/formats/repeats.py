"""Where a field lies that a message repeats hundreds of thousands of times.

Each one's place follows from the length of the one before it: a chain, and one reader takes it a
step at a time. Here thousands of readers set out at once, each from another place. None knows
where a field begins, but one that took a field's inside for a field soon comes upon a real one,
for that is how long the inside is. So each goes ahead some steps, and what it finds from there on
counts if the reader before it arrives at the very same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.fields import WireError, each_field
from xlagym.evidence.profile.formats.wire import MARGIN, Places, Wire

_STRETCH: Final = 3000
"""Bytes for one reader."""
_READERS: Final = 1024
_WORTH_IT: Final = 64 * _STRETCH
"""In fewer bytes the fields are found as soon one after the other."""
_WINDOW: Final = 192
"""How far a reader looks for its first field."""
_HOPS: Final = 3
"""So many fields must seem to follow each other where a reader begins."""
_AHEAD: Final = 8
"""Steps until a reader's places count: a field's inside is rarely made of more parts."""
_MOST_STEPS: Final = 640
"""A reader that is not through its stretch by then has come upon something odd."""
_STEPS_AT_ONCE: Final = 8
_CONTENT: Final = 2
"""A tag and a length of one byte each."""


def repeats(wire: Wire, tag: int, at: int, stop: int) -> tuple[Places, int]:
    """Find the fields with ``tag`` that follow each other from ``at`` on.

    Args:
        wire: the bytes.
        tag: a tag of one byte, with the wire type ``LENGTH``.
        at: where the first may begin.
        stop: where the message ends.

    Returns:
        The place of each one's length, and the place where another field begins or the message
        ends.

    Raises:
        WireError: when one of them is longer than the message.
    """
    parts: list[Places] = []
    last = min(stop, len(wire.data) - MARGIN)
    going_on = True
    while going_on and at < stop:
        end = min(at + _READERS * _STRETCH, last)
        if end - at >= _WORTH_IT:
            found, at, going_on = _many_readers(wire, tag, at, end, stop)
            parts += found
        else:
            places, at, going_on = _one_reader(wire.data, tag, at, stop, stop)
            parts.append(places)
    return joined(parts), at


def joined(parts: Sequence[Places]) -> Places:
    """Places after places."""
    return parts[0] if len(parts) == 1 else np.concatenate([np.zeros(0, np.int64), *parts])


def _one_reader(data: bytes, tag: int, at: int, goal: int, stop: int) -> tuple[Places, int, bool]:
    """Places of the lengths up to ``goal``, where it ends, and whether the chain may go on."""
    places: list[int] = []
    while at < goal:
        if data[at] != tag:
            return np.array(places, np.int64), at, False
        places.append(at + 1)
        if at + 1 < stop and data[at + 1] < 0x80:
            at += _CONTENT + data[at + 1]
        else:
            at = next(each_field(data, at, stop)).stop
        if at > stop:
            raise WireError("a field is longer than the message that holds it")
    return np.array(places, np.int64), at, True


@dataclass(frozen=True, slots=True, eq=False)
class _FoundPlaces:
    """What the readers of one block found; a column of ``places`` a reader."""

    places: Places
    """Of lengths; in each column some that the next reader finds, too."""
    count: NDArray[np.int64]
    """How many of a reader's places lie before the next reader's first."""
    arrival: Places
    """Its place after those."""
    sound: NDArray[np.bool_]
    """Whether all of those are places of fields."""


def _many_readers(
    wire: Wire, tag: int, at: int, end: int, stop: int
) -> tuple[list[Places], int, bool]:
    """The same as ``_one_reader`` up to ``end``, for a long way."""
    first = _first_places(wire, tag, at, end)
    goal = np.append(first[1:], end + 1)
    found = _walk(wire, tag, first, goal)
    if bool(found.sound.all()) and bool((found.arrival[:-1] == first[1:]).all()):
        inside = np.arange(len(found.places))[:, None] < found.count
        place = int(found.arrival[-1])
        parts = [found.places.T[inside.T]]
    else:
        parts, place, going_on = [], at + 1, True
        for reader in range(first.size):
            if found.sound[reader] and first[reader] == place:
                parts.append(found.places[: found.count[reader], reader])
                place = int(found.arrival[reader])
                continue
            places, at, going_on = _one_reader(
                wire.data, tag, place - 1, int(goal[reader]) - 1, stop
            )
            parts.append(places)
            place = at + 1
            if not going_on:
                return parts, at, False
    if place - 1 > stop:
        raise WireError("a field is longer than the message that holds it")
    return parts, place - 1, True


def _first_places(wire: Wire, tag: int, at: int, end: int) -> Places:
    """Where each reader's places begin to count, ascending; the first one's is sure."""
    begin = np.arange(at, end - _WINDOW, _STRETCH)
    # All bytes of all windows that may be tags, and what would follow if they were.
    step = (_STRETCH, 1)
    windows = np.ndarray((begin.size, _WINDOW), np.uint8, wire.octets, at, step)
    reader, offset = np.divmod(np.flatnonzero(windows == tag), _WINDOW)
    place = begin[reader] + offset + 1
    hop, plausible = place, np.ones(place.size, np.bool_)
    for _ in range(_HOPS):
        hop, _ = _next(wire, hop)
        plausible &= wire.octets.take(hop - 1, mode="clip") == tag
    first = begin + 1
    chosen = np.flatnonzero(plausible)[::-1]
    first[reader[chosen]] = place[chosen]  # The last to be written is a window's first.
    for _ in range(_AHEAD):
        first, _ = _next(wire, first)
    first[0] = at + 1
    ahead: Places = np.maximum.accumulate(np.minimum(first, end + 1))
    return ahead


def _walk(wire: Wire, tag: int, first: Places, goal: Places) -> _FoundPlaces:
    """Let every reader go from its first place to its goal."""
    place = first
    rows: list[Places] = []
    lengths: list[NDArray[np.uint8]] = []
    while len(rows) < _MOST_STEPS and bool((place < goal).any()):
        for _ in range(_STEPS_AT_ONCE):
            rows.append(place)
            place, length = _next(wire, place)
            lengths.append(length)
    places, length = np.array([*rows, place]), np.array(lengths)
    inside = places < goal
    count = inside.sum(axis=0)
    sound = (~inside | (wire.octets.take(places - 1, mode="clip") == tag)).all(axis=0)
    if length.max() >= 0x80:
        step, reader = np.nonzero((length >= 0x80) & inside[:-1])
        second = wire.octets.take(places[step, reader] + 1, mode="clip")
        sound[reader[second >= 0x80]] = False
    arrived = count < len(places)
    arrival = places[np.minimum(count, len(rows)), np.arange(first.size)]
    return _FoundPlaces(places, count, arrival, sound & arrived)


def _next(wire: Wire, place: Places) -> tuple[Places, NDArray[np.uint8]]:
    """The places of the next lengths, if such fields follow these, and first bytes of lengths."""
    length = wire.octets.take(place, mode="clip")
    after: Places = place + length
    after += _CONTENT
    if length.max() >= 0x80:
        long = np.flatnonzero(length >= 0x80)
        second = wire.octets.take(place[long] + 1, mode="clip").astype(np.int64)
        after[long] += 1 - 0x80 + (second << 7)
    return after, length
