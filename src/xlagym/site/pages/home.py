"""The door of the site: what this is, and one piece of evidence to try."""

from __future__ import annotations

from collections.abc import Iterator

from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan, quote
from xlagym.site.show.specimen import specimen


def plan(edition: Edition) -> Iterator[Plan]:
    """The home page; its sample is the first number that the first written chapter quotes."""
    first = edition.chapters[0] if edition.chapters else None
    sample = quote(first.numbers[0].number) if first and first.numbers else None
    shown = edition.store.captures.get(first.front.specimen) if first else None
    yield Plan(
        path="/",
        template="pages/home.html",
        title=f"{edition.site.title}: {edition.site.tagline}",
        description=edition.site.tagline,
        context={
            "specimen": specimen(shown) if shown else None,
            "sample": sample,
            "sample_words": f"for one, from {first.title}" if first else "",
            "stations": [card for card in edition.cards.stations if card.path],
            "next_chapter": edition.cards.first,
        },
        receipts=[sample] if sample else [],
    )
