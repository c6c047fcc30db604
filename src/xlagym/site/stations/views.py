"""How rooms of stations of each kind are shown.

What all kinds share is in ``rooms.py`` and ``exhibits.py``. A kind has a module here, under its own
name, where it has exhibits of its own.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from xlagym.gym.rounds.station import Room
from xlagym.keeping.kept import kept
from xlagym.site import stations
from xlagym.site.stations import rooms
from xlagym.site.stations.exhibits import SHOWN

if TYPE_CHECKING:
    from xlagym.site.stations.exhibits import Show


@kept(held=False)
def room_texts(kind: str, room: Room) -> dict[str, Any]:
    """What a room of a station of that kind shows of its captures."""
    return rooms.room_texts(room, ways_to_show(kind))


def ways_to_show(kind: str) -> Mapping[type, Show]:
    """How exhibits are shown in rooms of ``kind``: those of all, and its own."""
    name = kind.replace("-", "_")
    if name not in {each.name for each in pkgutil.iter_modules(stations.__path__)}:
        return SHOWN
    own: Mapping[type, Show] = import_module(f"{stations.__name__}.{name}").SHOWN
    return {**SHOWN, **own}
