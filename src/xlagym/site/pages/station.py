"""Stations: an index that deals rounds, and a room for each capture; each kind has its view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from xlagym.gym.rounds.station import Room, Station
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan
from xlagym.site.pages.passes import doors
from xlagym.site.show.cards import StationCard
from xlagym.site.stations.views import VIEWS, View, room_texts


def plan(edition: Edition) -> Iterator[Plan]:
    """The pages of every open station."""
    rooms = _rooms(edition)
    for station in edition.stations:
        card = next(each for each in edition.cards.stations if each.path == station.spec.path)
        view = VIEWS[station.spec.kind]
        yield Plan(
            path=station.spec.path,
            template=view.index,
            title=f"GYM·{card.number} {station.spec.title}",
            description=card.summary,
            nav="gym",
            context=view.index_context(station),
        )
        for room in station.rooms:
            yield _room(station, room, card, view, rooms[room.capture])


def _room(
    station: Station,
    room: Room,
    card: StationCard,
    view: View,
    elsewhere: Mapping[str, str],
) -> Plan:
    context = view.room_context(station, room)
    return Plan(
        path=room.path,
        template=view.room,
        title=f"{room.title} · {station.spec.title}",
        description=card.summary,
        nav="gym",
        context={**context, "elsewhere": elsewhere},
        key=f"{station.spec.document.data} {elsewhere}",
        late=partial(room_texts, station.spec.kind, room),
        receipts=context["quoted"],
    )


def _rooms(edition: Edition) -> dict[str, dict[str, str]]:
    """By capture: what else shows it. Rooms by the kind of their station, and its passes."""
    found: dict[str, dict[str, str]] = {}
    for station in edition.stations:
        for room in station.rooms:
            found.setdefault(room.capture, {})[station.spec.kind] = room.path
    for capture, paths in doors(edition).items():
        found.setdefault(capture, {}).update(paths)
    return found
