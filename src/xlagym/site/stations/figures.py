"""Figures of rooms and answers as templates take them, each number with the id of its receipt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.site.assembly.plan import quote

if TYPE_CHECKING:
    from xlagym.course.context import Quoted
    from xlagym.gym.rounds.round import RoomFact


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A figure of the header: each number with what stands after it."""

    label: str
    parts: tuple[tuple[Quoted, str], ...]


def shown_facts(facts: Iterable[RoomFact]) -> list[ShownFact]:
    """Figures with the anchors of their receipts."""
    return [
        ShownFact(
            fact.label,
            tuple(
                (quote(number), words)
                for number, words in zip(fact.numbers, fact.words, strict=True)
            ),
        )
        for fact in facts
    ]


def quoted_in(facts: Iterable[ShownFact]) -> list[Quoted]:
    """Each number once, in order."""
    found = [quoted for each in facts for quoted, _ in each.parts]
    return list({quoted.anchor: quoted for quoted in found}.values())
