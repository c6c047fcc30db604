"""Stations: an index that deals rounds, and a room for each capture; each kind has its view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from xlagym.gym.rounds.station import Room, Station
from xlagym.site.assembly import parts
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan
from xlagym.site.pages.passes import doors
from xlagym.site.show.cards import StationCard
from xlagym.site.stations.rooms import index_context, room_context
from xlagym.site.stations.views import room_texts


def plan(edition: Edition) -> Iterator[Plan]:
    """The pages of every open station."""
    rooms = _rooms(edition)
    for station in edition.stations:
        card = next(each for each in edition.cards.stations if each.path == station.spec.path)
        yield Plan(
            path=station.spec.path,
            template="stations/index.html",
            title=f"GYM·{card.number} {station.spec.title}",
            description=card.summary,
            nav="gym",
            late=partial(_index, edition, station.spec.file),
        )
        for room in station.rooms:
            yield _room(edition, station, room, card, rooms[room.capture])


def _room(
    edition: Edition, station: Station, room: Room, card: StationCard, elsewhere: Mapping[str, str]
) -> Plan:
    return Plan(
        path=room.path,
        template="stations/room.html",
        title=f"{_title(station, room)} · {station.spec.title}",
        description=card.summary,
        nav="gym",
        context={"elsewhere": elsewhere},
        late=partial(_told, edition, station.spec.file, room.path),
        receipts=room_context(station, room)["quoted"],
    )


def _index(edition: Edition, file: str) -> dict[str, Any]:
    return index_context(_station(edition, file))


def _told(edition: Edition, file: str, path: str) -> dict[str, Any]:
    station = _station(edition, file)
    room = next(each for each in station.rooms if each.path == path)
    return {**room_context(station, room), **room_texts(station.spec.kind, room)}


def _station(edition: Edition, file: str) -> Station:
    station, _ = parts.station(edition, file)
    assert station is not None, "a page is planned of what could be made"
    return station


def _title(station: Station, room: Room) -> str:
    """Of the room; with its basis where another room is called the same."""
    called = [each.title for each in station.rooms].count(room.title)
    return room.title if called == 1 else f"{room.title}, {room.basis}"


def _rooms(edition: Edition) -> dict[str, dict[str, str]]:
    """By capture: what else shows it. Rooms by the kind of their station, and its passes."""
    found: dict[str, dict[str, str]] = {}
    for station in edition.stations:
        for room in station.rooms:
            found.setdefault(room.capture, {})[station.spec.kind] = room.path
    for capture, paths in doors(edition).items():
        found.setdefault(capture, {}).update(paths)
    return found
