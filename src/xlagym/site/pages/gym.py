"""The gym: all stations in three parts, and the floors of all paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xlagym.site.cards import StationCard
from xlagym.site.edition import Edition
from xlagym.site.plan import Plan

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
    cards = edition.cards.stations
    parts = [
        Part(f"part-{index}", title, lede, [card for card in cards if card.part == key])
        for index, (key, title, lede) in enumerate(PARTS, start=1)
    ]
    yield Plan(
        path="/gym/",
        template="gym.html",
        title="The gym",
        description="Drills dealt from real compiler evidence, with keys computed from it.",
        nav="gym",
        context={"parts": parts, "next_chapter": edition.cards.first},
    )
    floors = [{"title": edition.path.title, "path": edition.path.page, "stations": cards}]
    yield Plan(
        path="/gym/all/",
        template="floors.html",
        title="All stations",
        description="The stations of all paths.",
        nav="gym",
        context={"floors": floors},
    )
