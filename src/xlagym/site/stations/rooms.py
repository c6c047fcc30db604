"""Stations and rooms as their templates take them: exhibits shown, rounds, where else to go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xlagym.chips.names import chip_name, ran_on, short_name
from xlagym.site.stations.choosing import lines_to_choose
from xlagym.site.stations.exhibits import ShownExhibit, shown
from xlagym.site.stations.figures import quoted_in, shown_facts

if TYPE_CHECKING:
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.station import Room, Station
    from xlagym.site.stations.exhibits import Show

ROOM = "x"
"""What ids of lines in a room's own exhibits begin with."""


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The exhibits of one round, before and after it is answered."""

    exhibits: list[Any]
    revealed: list[Any]
    lines: ShownExhibit | None = None
    """The listing whose lines are its choices, where they are."""


@dataclass(frozen=True, slots=True)
class Way:
    """A program or chip to go to."""

    name: str
    label: str
    path: str
    current: bool


def room_context(station: Station, room: Room) -> dict[str, Any]:
    """What a room's template needs, and ``quoted``: the numbers of the page, for its receipts."""
    facts = shown_facts(room.facts)
    figures = [shown_facts(each.figures) for each in room.rounds]
    published = shown_facts(room.published)
    told = [fact for each in figures for fact in each]
    return {
        "station": station.spec,
        "room": room,
        "by_target": _by_target(station),
        "facts": facts,
        "figures": figures,
        "published": published,
        "quoted": quoted_in([*facts, *told, *published]),
        "programs": _programs(station, room),
        "chips": _chips(station, room),
    }


def _by_target(station: Station) -> bool:
    """Whether its rooms are a table, programs by targets, as its spec names both."""
    return not station.groups and bool(station.spec.programs)


def room_texts(room: Room, ways: Mapping[type, Show]) -> dict[str, Any]:
    """What a room's template shows of the evidence alone, so that it can be kept with it."""
    return {
        "exhibits": shown(room.exhibits, ROOM, ways),
        "shown": [_shown(each, ways) for each in room.rounds],
    }


def _shown(each: Round, ways: Mapping[type, Show]) -> ShownRound:
    return ShownRound(
        shown(each.exhibits, f"x-{each.name}", ways),
        shown(each.revealed, f"y-{each.name}", ways),
        lines_to_choose(each.lines, f"c-{each.name}", f"{ROOM}-0") if each.lines else None,
    )


def index_context(station: Station) -> dict[str, Any]:
    """What a station's page needs: every room, by its group, and by its program and target."""
    grouped = {
        group: [room for room in station.rooms if room.variant == group]
        for group in station.groups or dict.fromkeys(room.variant for room in station.rooms)
    }
    rooms = {(room.variant, room.target): room for room in station.rooms}
    programs, targets = station.spec.programs, station.spec.targets
    return {
        "station": station.spec,
        "withheld": station.withheld,
        "rounds": station.rounds,
        "first": station.rooms[0],
        "chip_name": chip_name,
        "ran_on": ran_on,
        "groups": [
            (name, programs.get(name, ""), group) for name, group in grouped.items() if group
        ],
        "by_target": _by_target(station),
        "targets": targets,
        "some_ran": any(map(ran_on, targets)),
        "rows": [
            (variant, about, [rooms.get((variant, target)) for target in targets])
            for variant, about in programs.items()
        ],
    }


def _programs(station: Station, room: Room) -> list[Way]:
    """Other programs: on the same target where there is one, else on the first that has it."""
    found: dict[str, Room] = {}
    for other in station.rooms:
        if other.variant not in found or other.target == room.target:
            found[other.variant] = other
    about = station.spec.programs
    return [
        Way(variant, about.get(variant, ""), other.path, current=other is room)
        for variant, other in found.items()
    ]


def _chips(station: Station, room: Room) -> list[Way]:
    """The same program on other targets."""
    return [
        Way(
            name=short_name(other.target),
            label=f"{chip_name(other.target)}, {other.basis}",
            path=other.path,
            current=other is room,
        )
        for other in station.rooms
        if other.variant == room.variant
    ]
