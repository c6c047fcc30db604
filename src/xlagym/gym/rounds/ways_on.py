"""Reveals that lead one step further: to another room, where the same question ends otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.station import Room

    type WayOn = Callable[[Round, Room, Sequence[Room]], Markup | None]


def with_ways_on(rooms: Iterable[Room], way_on: WayOn) -> tuple[Room, ...]:
    """Rooms whose reveals end with what ``way_on`` says of a round, its room and all rooms."""
    every = tuple(rooms)
    return tuple(
        replace(
            room, rounds=tuple(_led_on(each, way_on(each, room, every)) for each in room.rounds)
        )
        for room in every
    )


def counterparts(each: Round, rooms: Iterable[Room]) -> Iterator[tuple[Room, Round]]:
    """The rounds of ``rooms`` that ask the same, with their rooms."""
    for room in rooms:
        for other in room.rounds:
            if other.name == each.name:
                yield room, other


def _led_on(each: Round, further: Markup | None) -> Round:
    if further is None:
        return each
    return replace(each, reveal=replace(each.reveal, further=further))
