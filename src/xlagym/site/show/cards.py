"""Chapters and stations as lists and cards show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from xlagym.chips.names import chip_name, ran_on
from xlagym.course.content.paths import ChapterEntry, CoursePath, Site, StationEntry
from xlagym.course.markdown.coded import html as coded
from xlagym.course.markdown.coded import plain
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station


@dataclass(slots=True, eq=False)
class ChapterLink:
    """A chapter, written or planned, with the stations that drill it."""

    number: str
    slug: str
    path: str
    title: str
    question: Markup
    question_text: str
    written: bool
    stations: list[StationCard] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class StationCard:
    """A station, open or planned, with the chapters that it serves."""

    number: str
    slug: str
    path: str | None
    title: str
    summary: str
    part: str
    skill: str
    rounds: Sequence[Round]
    withheld: int
    evidence: str
    chapters: list[ChapterLink] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Cards:
    """All chapters of the path and all stations, linked with each other."""

    chapters: list[ChapterLink]
    stations: list[StationCard]

    def chapter(self, entry: ChapterEntry) -> ChapterLink:
        """The card of a chapter."""
        return next(card for card in self.chapters if card.path == entry.page)

    def station(self, entry: StationEntry) -> StationCard:
        """The card of a station."""
        return next(card for card in self.stations if card.slug == entry.slug)

    @property
    def first(self) -> ChapterLink | None:
        """The first chapter that is written."""
        return next((card for card in self.chapters if card.written), None)


def deal_cards(site: Site, path: CoursePath, stations: Mapping[int, Station]) -> Cards:
    """Cards of ``path`` and of the gym; ``stations`` are the open ones by number."""
    cards = Cards(
        [_chapter(entry) for entry in path.chapters],
        [_station(entry, stations.get(entry.number)) for entry in site.stations],
    )
    by_number = {int(card.number): card for card in cards.stations}
    for entry, chapter in zip(path.chapters, cards.chapters, strict=True):
        for number in entry.stations:
            if number in by_number:
                chapter.stations.append(by_number[number])
                by_number[number].chapters.append(chapter)
    return cards


def _chapter(entry: ChapterEntry) -> ChapterLink:
    return ChapterLink(
        number=f"{entry.number:02d}",
        slug=entry.folder.partition("/")[2],
        path=entry.page,
        title=entry.title,
        question=Markup(coded(entry.question)),
        question_text=plain(entry.question),
        written=entry.written,
    )


def _station(entry: StationEntry, station: Station | None) -> StationCard:
    return StationCard(
        number=f"{entry.number:02d}",
        slug=entry.slug,
        path=entry.page if station else None,
        title=entry.title,
        summary=entry.summary,
        part=entry.part,
        skill=station.spec.skill if station else "",
        rounds=station.rounds if station else (),
        withheld=station.withheld if station else 0,
        evidence=_evidence(station) if station else "",
    )


def _evidence(station: Station) -> str:
    """What its rooms were captured on: where programs ran, and what they were compiled for."""
    targets = [target for room in station.rooms for target in _targets(room)]
    ran = dict.fromkeys(chip_name(target) for target in targets if ran_on(target))
    compiled = dict.fromkeys(chip_name(target) for target in targets if not ran_on(target))
    parts = [
        f"{how} {', '.join(chips)}"
        for how, chips in (("measured on", ran), ("compiled for", compiled))
        if chips
    ]
    return "; ".join(parts)


def _targets(room: Room) -> list[str]:
    """The targets of all captures that a room shows."""
    named = [id.partition("@")[2].partition("+")[0] for id in room.captures]
    return named or [room.target]
