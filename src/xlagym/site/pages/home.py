"""The door of the site: what this is, and one piece of evidence to try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from xlagym.keeping.kept import kept
from xlagym.numbers.number import Number
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan, quote
from xlagym.site.show.specimen import specimen


@dataclass(frozen=True, slots=True)
class Opening:
    """What the home page takes of the first written chapter."""

    title: str
    sample: Number | None
    specimen: str


@kept
def first_chapter(edition: Edition) -> Opening:
    """Of the first written chapter; empty where there is none."""
    if not edition.chapters:
        return Opening("", None, "")
    first = edition.chapters[0]
    sample = first.numbers[0].number if first.numbers else None
    return Opening(first.title, sample and replace(sample, line=None), first.front.specimen)


def _told(edition: Edition, specimen_of: str) -> dict[str, Any]:
    shown = edition.store.captures.get(specimen_of)
    return {
        "specimen": specimen(shown) if shown else None,
        "stations": [card for card in edition.cards.stations if card.path],
        "next_chapter": edition.cards.first,
    }


def plan(edition: Edition) -> Iterator[Plan]:
    """The home page; its sample is the first number that the first written chapter quotes."""
    opening = first_chapter(edition)
    sample = quote(opening.sample) if opening.sample else None
    yield Plan(
        path="/",
        template="pages/home.html",
        title=f"{edition.site.title}: {edition.site.tagline}",
        description=edition.site.tagline,
        context={
            "sample": sample,
            "sample_words": f"for one, from {opening.title}" if opening.title else "",
        },
        late=partial(_told, edition, opening.specimen),
        receipts=[sample] if sample else [],
    )
