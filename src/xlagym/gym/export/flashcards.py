"""Rounds as flash cards: told in words alone, for decks and for machines.

A card needs no page of the site: what it asks about is on it, and links are plain words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from xlagym.chips.names import chip_name
from xlagym.gym.rounds.exhibits import Excerpt, Table
from xlagym.gym.stations.fusion_xray import station as fusion_xray
from xlagym.gym.stations.timeline import station as timeline
from xlagym.gym.stations.timeline.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlagym.evidence.timeline.timeline import Timeline
    from xlagym.gym.rounds.choices import ChoiceRound
    from xlagym.gym.rounds.drill import DrillStation
    from xlagym.gym.rounds.exhibits import Exhibit
    from xlagym.gym.rounds.station import Explanation, Round, Station
    from xlagym.gym.stations.fusion_xray.station import XRayStation
    from xlagym.gym.stations.timeline.station import TimelineStation

_LINK = re.compile(r"</?(?:a|button)\b[^>]*>")


@dataclass(frozen=True, slots=True)
class Flashcard:
    """One round: what it asks, what about, and what is told once it is answered."""

    id: str
    """Of the round."""
    hash: str
    station: int
    title: str
    """Of the station."""
    skill: str
    page: str
    """Site path of the round."""
    about: str
    """``mlp on TPU v6e``."""
    question: Markup
    evidence: Markup
    choices: tuple[Markup, ...]
    """Empty where the answer is lines of the evidence."""
    key: tuple[Markup, ...]
    """The choices, or lines, that belong; empty where none does."""
    told: tuple[Markup, ...]
    """The answer, what shows it, what it means, and a step further."""
    wrong: tuple[tuple[str, Markup], ...]
    """The name of a misreading, which may be empty, and why what it leads to does not belong."""


def flashcards(station: Station) -> Iterator[Flashcard]:
    """Every round of a station, in the order of its rooms."""
    yield from _CARDS.get(station.spec.kind, _drill_cards)(station)


def _drill_cards(station: DrillStation) -> Iterator[Flashcard]:
    for room in station.rooms:
        beside = _plain(room.exhibits)
        for each in room.rounds:
            shown = beside + _plain(each.exhibits)
            page = f"{room.path}#{each.name}"
            yield _choice_card(station, each.asked, page, room.title, shown)


def _plain(exhibits: Iterable[Exhibit]) -> Markup:
    return Markup("").join(each.plain() for each in exhibits)


def _timeline_cards(station: TimelineStation) -> Iterator[Flashcard]:
    for room in station.rooms:
        shown = _bars(room.reading.timeline).plain()
        for each in room.rounds:
            page = f"{room.path}#{each.id.rpartition('/')[2]}"
            about = f"{room.variant} on {chip_name(room.target)}"
            yield _choice_card(station, each, page, about, shown)


def _bars(told: Timeline) -> Table:
    """A timeline as a table: what each op takes, and over which others it is in flight."""
    rows = []
    for op in told.ops:
        over = [told.ops[at].name for at in op.flight.over] if op.flight else []
        takes = "" if op.own is None else amount(op.own, told.unit)
        rows.append((f"%{op.name}", "" if op.flight else takes, ", ".join(over)))
    return Table("The ops, in order", ("op", "takes", "in flight over"), tuple(rows))


def _xray_cards(station: XRayStation) -> Iterator[Flashcard]:
    for room in station.rooms:
        pane = room.reading.panes[2]
        first = pane.tables[1] + 1 if pane.tables else 1
        texts = tuple((line.number, line.text) for line in pane.lines if line.number >= first)
        shown = Excerpt(pane.title, room.capture, pane.file, texts).plain()
        lines = {f"{pane.id}-{number}": _name(text) for number, text in texts}
        for each in room.rounds:
            page = f"{room.path}#{each.id.rpartition('/')[2]}"
            about = f"{room.variant} on {chip_name(room.target)}"
            key = tuple(lines[line] for line in each.key)
            yield _card(station, each, page, about, shown, (), key)


def _name(line: str) -> Markup:
    """What an instruction's line defines."""
    return Markup("<code>{}</code>").format(line.partition(" = ")[0].replace("ROOT", "").strip())


def _choice_card(
    station: Station, asked: ChoiceRound, page: str, about: str, shown: Markup
) -> Flashcard:
    texts = {choice.id: choice.text for choice in asked.choices}
    key = tuple(texts[id] for id in asked.dealt.key)
    return _card(station, asked.dealt, page, about, shown, tuple(texts.values()), key)


def _card(
    station: Station,
    dealt: Round,
    page: str,
    about: str,
    shown: Markup,
    choices: tuple[Markup, ...],
    key: tuple[Markup, ...],
) -> Flashcard:
    reveal = dealt.reveal
    told = (reveal.answer, reveal.shows, reveal.means, reveal.further)
    return Flashcard(
        id=dealt.id,
        hash=dealt.hash,
        station=station.spec.number,
        title=station.spec.title,
        skill=station.spec.skill,
        page=page,
        about=about,
        question=_unlinked(dealt.question),
        evidence=_unlinked(shown),
        choices=tuple(map(_unlinked, choices)),
        key=tuple(map(_unlinked, key)),
        told=tuple(_unlinked(each) for each in told if each),
        wrong=tuple(_explained(dealt.wrong)),
    )


def _explained(wrong: Iterable[Explanation]) -> Iterator[tuple[str, Markup]]:
    for each in wrong:
        yield each.name, _unlinked(each.text)


def _unlinked(markup: Markup | str) -> Markup:
    """Words without the links of a page: a card has no page around it."""
    return Markup(_LINK.sub("", markup))


_CARDS: Mapping[str, Callable[[Any], Iterator[Flashcard]]] = {
    fusion_xray.KIND: _xray_cards,
    timeline.KIND: _timeline_cards,
}
"""Stations whose rooms are no drills of exhibits."""
