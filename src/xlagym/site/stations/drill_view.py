"""Drills as their templates take them: exhibits shown, rounds, where else to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xlagym.chips.names import chip_name
from xlagym.site.stations.choosing import lines_to_choose
from xlagym.site.stations.exhibits import ShownExhibit, shown
from xlagym.site.stations.xray_view import ShownFact, shown_fact

if TYPE_CHECKING:
    from xlagym.gym.rounds.drill import DrillRoom, DrillRound, DrillStation

ROOM = "x"
"""What ids of lines in a room's own exhibits begin with."""


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The exhibits of one round, before and after it is answered."""

    exhibits: list[ShownExhibit]
    revealed: list[ShownExhibit]
    lines: ShownExhibit | None = None
    """The listing whose lines are its choices, where they are."""


def room_context(station: DrillStation, room: DrillRoom) -> dict[str, Any]:
    """What ``drill.html`` needs, and ``quoted``: the numbers of the page, for its receipts."""
    facts = [shown_fact(each) for each in room.facts]
    figures = [[shown_fact(each) for each in round.figures] for round in room.rounds]
    return {
        "station": station.spec,
        "room": room,
        "facts": facts,
        "figures": figures,
        "quoted": _quoted([*facts, *(fact for each in figures for fact in each)]),
    }


def _quoted(facts: list[ShownFact]) -> list[Any]:
    """Each number once, in order."""
    found = [quoted for each in facts for quoted, _ in each.parts]
    return list({quoted.anchor: quoted for quoted in found}.values())


def room_texts(room: DrillRoom) -> dict[str, Any]:
    """What ``drill.html`` shows of the evidence alone, so that it can be kept with it."""
    return {
        "exhibits": shown(room.exhibits, ROOM),
        "shown": [_shown(each) for each in room.rounds],
    }


def _shown(each: DrillRound) -> ShownRound:
    return ShownRound(
        shown(each.exhibits, f"x-{each.name}"),
        shown(each.revealed, f"y-{each.name}"),
        lines_to_choose(each.lines, f"c-{each.name}", f"{ROOM}-0") if each.lines else None,
    )


def index_context(station: DrillStation) -> dict[str, Any]:
    """What ``drill_index.html`` needs: every room, in its group."""
    grouped = {
        group: [room for room in station.rooms if room.variant == group]
        for group in station.groups or dict.fromkeys(room.variant for room in station.rooms)
    }
    return {
        "station": station.spec,
        "withheld": station.withheld,
        "rounds": station.card_rounds,
        "groups": [
            (group, station.spec.programs.get(group, ""), rooms)
            for group, rooms in grouped.items()
            if rooms
        ],
        "chip_name": chip_name,
        "first": station.rooms[0],
    }
