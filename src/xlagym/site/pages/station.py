"""Stations: an index that deals rounds, and a room for each capture; each kind has its view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from xlagym.gym import DRILLS, fusion_xray, timeline
from xlagym.gym.station import Room, Station
from xlagym.site import drill_view, timeline_view, xray_view
from xlagym.site.cards import StationCard
from xlagym.site.edition import Edition
from xlagym.site.pages.passes import doors
from xlagym.site.plan import Plan
from xlagym.site.shown import site_code


@dataclass(frozen=True, slots=True)
class View:
    """How stations of one kind are shown."""

    index: str
    """Template of the station's page."""
    room: str
    """Template of a room."""
    index_context: Callable[[Any], dict[str, Any]]
    room_context: Callable[[Any, Any], dict[str, Any]]
    """Also gives ``quoted``: the numbers of the page, for its receipts."""
    room_texts: Callable[[Any], dict[str, Any]]
    """What a room shows of its capture alone; slow to make, so it is kept between builds."""


_DRILL = View(
    "drill_index.html",
    "drill.html",
    drill_view.index_context,
    drill_view.room_context,
    drill_view.room_texts,
)
VIEWS: Mapping[str, View] = {
    **dict.fromkeys(DRILLS, _DRILL),
    fusion_xray.KIND: View(
        "xray_index.html",
        "xray.html",
        xray_view.index_context,
        xray_view.xray_context,
        xray_view.xray_texts,
    ),
    timeline.KIND: View(
        "timeline_index.html",
        "timeline.html",
        timeline_view.index_context,
        timeline_view.room_context,
        timeline_view.room_texts,
    ),
}


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
            yield _room(edition, station, room, card, view, rooms[room.capture])


def _room(
    edition: Edition,
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
        late=partial(_texts, edition, room, view),
        receipts=context["quoted"],
    )


def _texts(edition: Edition, room: Room, view: View) -> dict[str, Any]:
    files = [
        entry.sha256
        for id in room.captures or (room.capture,)
        for entry in edition.store.captures[id].manifest.files
    ]
    key = " ".join([site_code(), room.path, *files])
    return edition.cache.get("room", key, lambda: view.room_texts(room))


def _rooms(edition: Edition) -> dict[str, dict[str, str]]:
    """By capture: what else shows it. Rooms by the kind of their station, and its passes."""
    found: dict[str, dict[str, str]] = {}
    for station in edition.stations:
        for room in station.rooms:
            found.setdefault(room.capture, {})[station.spec.kind] = room.path
    for capture, paths in doors(edition).items():
        found.setdefault(capture, {}).update(paths)
    return found
