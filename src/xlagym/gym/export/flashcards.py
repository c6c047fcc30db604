"""Rounds as flash cards: told in words alone, for decks and for machines.

A card needs no page of the site: what it asks about is on it, and links are plain words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.gym.rounds.station import Room, Station

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
    for room in station.rooms:
        beside = Markup("").join(each.plain() for each in room.exhibits)
        lines = {id: text for each in room.exhibits for id, text in each.picks().items()}
        for each in room.rounds:
            yield _card(station.spec, room, each, beside, lines)


def _card(
    spec: Spec, room: Room, each: Round, beside: Markup, lines: Mapping[str, Markup]
) -> Flashcard:
    texts = {choice.id: choice.text for choice in each.choices}
    offered = texts or lines
    shown = beside + Markup("").join(own.plain() for own in each.exhibits)
    reveal = each.reveal
    told = (reveal.answer, reveal.shows, reveal.means, reveal.further)
    return Flashcard(
        id=each.id,
        hash=each.hash,
        station=spec.number,
        title=spec.title,
        skill=spec.skill,
        page=f"{room.path}#{each.name}",
        about=room.title,
        question=_unlinked(each.question),
        evidence=_unlinked(shown),
        choices=tuple(map(_unlinked, texts.values())),
        key=tuple(_unlinked(offered[id]) for id in each.key),
        told=tuple(_unlinked(said) for said in told if said),
        wrong=tuple((why.name, _unlinked(why.text)) for why in each.wrong),
    )


def _unlinked(markup: Markup | str) -> Markup:
    """Words without the links of a page: a card has no page around it."""
    return Markup(_LINK.sub("", markup))
