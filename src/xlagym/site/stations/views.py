"""How stations of each kind are shown: their templates, and what these are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from xlagym.gym import DRILLS
from xlagym.gym.rounds.station import Room
from xlagym.gym.stations.fusion_xray import station as fusion_xray
from xlagym.gym.stations.timeline import station as timeline
from xlagym.keeping.kept import kept
from xlagym.site.stations import drill_view, timeline_view, xray_view


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
    "stations/drill_index.html",
    "stations/drill.html",
    drill_view.index_context,
    drill_view.room_context,
    drill_view.room_texts,
)
VIEWS: Mapping[str, View] = {
    **dict.fromkeys(DRILLS, _DRILL),
    fusion_xray.KIND: View(
        "stations/fusion_xray_index.html",
        "stations/fusion_xray.html",
        xray_view.index_context,
        xray_view.xray_context,
        xray_view.xray_texts,
    ),
    timeline.KIND: View(
        "stations/timeline_index.html",
        "stations/timeline.html",
        timeline_view.index_context,
        timeline_view.room_context,
        timeline_view.room_texts,
    ),
}


@kept(held=False)
def room_texts(kind: str, room: Room) -> dict[str, Any]:
    """What a room of a station of that kind shows of its captures."""
    return VIEWS[kind].room_texts(room)
