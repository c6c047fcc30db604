"""The gym: all stations in three parts, and the floors of all paths."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan
from xlagym.site.show.cards import ChapterLink, StationCard

PARTS = (
    (
        "drills",
        "Drills",
        "A line, a name or a program, and one question. Rounds are short, and the answer shows the "
        "line that settles it.",
    ),
    (
        "x-ray",
        "The fusion x-ray",
        "What XLA received beside what it decided, line by line, with the Python that both came "
        "from.",
    ),
    (
        "the machine's own account",
        "The machine's own account",
        "Schedules, live ranges and profiles: what runs beside what, who waits, and who owns the "
        "memory.",
    ),
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the gym's page."""

    id: str
    title: str
    lede: str
    stations: list[StationCard]


def plan(edition: Edition) -> Iterator[Plan]:
    """The gym's page and the page of all floors."""
    yield Plan(
        path="/gym/",
        template="pages/gym.html",
        title="The gym",
        description="Drills dealt from real compiler evidence, with keys computed from it.",
        nav="gym",
        late=partial(_told, edition),
    )
    yield Plan(
        path="/gym/all/",
        template="pages/floors.html",
        title="All stations",
        description="The stations of all paths.",
        nav="gym",
        late=partial(_floors, edition),
    )


def _told(edition: Edition) -> dict[str, Any]:
    cards = edition.cards.stations
    open_cards = [card for card in cards if card.path]
    return {
        "parts": [
            Part(f"part-{index}", title, lede, [card for card in cards if card.part == key])
            for index, (key, title, lede) in enumerate(PARTS, start=1)
        ],
        "next_chapter": edition.cards.first,
        "rounds": _data(edition),
        "chapters": _chapters(open_cards),
        "skills": sorted({card.skill for card in open_cards}),
    }


def _floors(edition: Edition) -> dict[str, Any]:
    path, stations = edition.path, edition.cards.stations
    return {"floors": [{"title": path.title, "path": path.page, "stations": stations}]}


def _data(edition: Edition) -> Markup:
    """Every round with the room that asks it, as the gym's script reads them from the page."""
    stations: list[dict[str, Any]] = [
        {
            "station": f"{station.spec.number:02d}",
            "skill": station.spec.skill,
            "rooms": [
                [room.path.removeprefix("/gym/"), {each.id: each.hash for each in room.rounds}]
                for room in station.rooms
            ],
        }
        for station in edition.stations
    ]
    # The text of a script ends at "</", whatever its type.
    return Markup(json.dumps(stations, separators=(",", ":")).replace("<", "\\u003c"))


def _chapters(cards: list[StationCard]) -> list[ChapterLink]:
    """The chapters that open stations serve, in their order."""
    found = {chapter.number: chapter for card in cards for chapter in card.chapters}
    return [found[number] for number in sorted(found)]
