"""Stations: an index that deals rounds, and a room for each program and chip."""

from __future__ import annotations

from collections.abc import Iterator

from xlagym.site.edition import Edition
from xlagym.site.plan import Plan
from xlagym.site.xray_view import index_context, xray_context


def plan(edition: Edition) -> Iterator[Plan]:
    """The pages of every open station."""
    for station in edition.stations:
        card = next(each for each in edition.cards.stations if each.path == station.spec.path)
        yield Plan(
            path=station.spec.path,
            template="xray_index.html",
            title=f"GYM·{card.number} {station.spec.title}",
            description=card.summary,
            nav="gym",
            context=index_context(station),
        )
        for room in station.rooms:
            context = xray_context(station, room)
            yield Plan(
                path=room.path,
                template="xray.html",
                title=f"{room.variant} on {room.target} · {station.spec.title}",
                description=card.summary,
                nav="gym",
                context=context,
                receipts=context["quoted"],
            )
