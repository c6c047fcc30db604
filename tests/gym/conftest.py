"""The stations as the site has them, made from the project's own captures."""

from __future__ import annotations

import pytest

from tests.places import ROOT
from xlagym.captures.store import Store, load_store
from xlagym.gym import build_station
from xlagym.gym.rounds.station import Room, Station
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
def station(store: Store, workbook: Workbook) -> Station:
    document = read_yaml(SPEC.read_text(), "content/gym/07-fusion-xray.yml")
    return build_station(document, store, workbook.evaluate)


@pytest.fixture(scope="session")
def rooms(station: Station) -> dict[str, Room]:
    """The rooms by capture."""
    return {room.capture: room for room in station.rooms}


@pytest.fixture(scope="session")
def timelines(store: Store, workbook: Workbook) -> Station:
    """GYM·08."""
    document = read_yaml(TIMELINES.read_text(), "content/gym/08-timeline.yml")
    return build_station(document, store, workbook.evaluate)


@pytest.fixture(scope="session")
def timeline_rooms(timelines: Station) -> dict[str, Room]:
    """Its rooms by capture."""
    return {room.capture: room for room in timelines.rooms}
