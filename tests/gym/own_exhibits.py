"""The exhibits that only rooms of one kind have, by their types."""

from __future__ import annotations

from xlagym.gym.rounds.station import Room
from xlagym.gym.stations.fusion_xray.side_by_side import SideBySide
from xlagym.gym.stations.timeline.drawn_run import DrawnRun


def side_by_side(room: Room) -> SideBySide:
    """The texts of a room of the fusion x-ray."""
    (exhibit,) = room.exhibits
    assert isinstance(exhibit, SideBySide)
    return exhibit


def drawn_run(room: Room) -> DrawnRun:
    """The run, or the schedule, of a room of the timeline x-ray."""
    (exhibit,) = room.exhibits
    assert isinstance(exhibit, DrawnRun)
    return exhibit
