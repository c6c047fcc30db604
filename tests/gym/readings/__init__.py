"""Second readings: the keys of each drill by a route that shares no code with the first.

One module a kind of station, under the kind's name. Its ``keys(store, station)`` gives, for every
round of the station, the ids of the choices that belong; it may read what a round offers (choices
are how an answer is spelled), and never its key. ``LEAST`` is how many rounds there are at least.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from xlagym.gym.rounds.station import Station
from xlagym.gym.stations import kinds

type Keys = Mapping[str, frozenset[str]]


class SecondReading(Protocol):
    """A module here."""

    LEAST: int

    def keys(self, store: Path, station: Station, /) -> Keys:
        """By the id of a round."""


def second_readings() -> dict[str, SecondReading]:
    """By the kind of a station; kinds whose lines are picked are read twice beside their tests."""
    here = Path(__file__).parent
    names = {kind: kind.replace("-", "_") for kind in kinds()}
    return {
        kind: cast("SecondReading", import_module(f"{__name__}.{name}"))
        for kind, name in names.items()
        if (here / f"{name}.py").exists()
    }
