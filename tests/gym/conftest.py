"""The stations as the site has them, made from the project's own captures."""

from __future__ import annotations

import pytest

from tests.places import ROOT
from xlagym.captures.store import Store, load_store
from xlagym.gym import build_station
from xlagym.gym.stations.fusion_xray.room import Room
from xlagym.gym.stations.fusion_xray.station import XRayStation
from xlagym.gym.stations.timeline.room import TimelineRoom
from xlagym.gym.stations.timeline.station import TimelineStation
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.constants import read_constants
from xlagym.numbers.workbook import Workbook

PROJECT = ROOT
SPEC = PROJECT / "content" / "gym" / "07-fusion-xray.yml"
TIMELINES = PROJECT / "content" / "gym" / "08-timeline.yml"


@pytest.fixture(scope="session")
def store() -> Store:
    loaded, problems = load_store(PROJECT / "captures")
    assert problems == []
    return loaded


@pytest.fixture(scope="session")
def workbook(store: Store) -> Workbook:
    constants = read_constants((PROJECT / "content" / "constants.yml").read_text())
    return Workbook(store, constants)


@pytest.fixture(scope="session")
def station(store: Store, workbook: Workbook) -> XRayStation:
    document = read_yaml(SPEC.read_text(), "content/gym/07-fusion-xray.yml")
    made = build_station(document, store, workbook.evaluate)
    assert isinstance(made, XRayStation)
    return made


@pytest.fixture(scope="session")
def rooms(station: XRayStation) -> dict[str, Room]:
    """The rooms by capture."""
    return {room.capture: room for room in station.rooms}


@pytest.fixture(scope="session")
def timelines(store: Store, workbook: Workbook) -> TimelineStation:
    """GYM·08."""
    document = read_yaml(TIMELINES.read_text(), "content/gym/08-timeline.yml")
    made = build_station(document, store, workbook.evaluate)
    assert isinstance(made, TimelineStation)
    return made


@pytest.fixture(scope="session")
def timeline_rooms(timelines: TimelineStation) -> dict[str, TimelineRoom]:
    """Its rooms by capture."""
    return {room.capture: room for room in timelines.rooms}
