"""Every drill, read twice: keys agree, wrong answers are wrong, and each has its explanation."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gym.readings import second_readings
from tests.gym.summary import summary
from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.gym.rounds.station import Station
from xlagym.gym.stations import kinds
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.workbook import Workbook

PROJECT = ROOT
SPECS = {
    read_yaml(path.read_text(), path.name).data["kind"]: path
    for path in sorted((PROJECT / "content" / "gym").glob("*.yml"))
}
READINGS = second_readings()

type Drill = Callable[[str], Station]


@pytest.fixture(scope="module")
def drill(store: Store, workbook: Workbook) -> Drill:
    """The station of a kind, as the site has it."""
    made: dict[str, Station] = {}

    def get(kind: str) -> Station:
        if kind not in made:
            path = SPECS[kind]
            document = read_yaml(path.read_text(), f"content/gym/{path.name}")
            station = build_station(document, store, workbook.evaluate)
            made[kind] = station
        return made[kind]

    return get


def test_every_kind_has_a_station_and_a_second_reading() -> None:
    beside = {
        file.parent.name.replace("_", "-")
        for file in Path(__file__).parent.glob("stations/*/test_second_reading.py")
    }
    assert set(kinds()) == set(SPECS) == {*READINGS, *beside}


@pytest.mark.parametrize("kind", sorted(READINGS))
def test_read_twice(
    kind: str, drill: Drill, record_property: Callable[[str, object], None]
) -> None:
    station = drill(kind)
    rounds = [each for room in station.rooms for each in room.rounds]
    keys = {each.id: frozenset(each.key) for each in rounds}
    assert READINGS[kind].keys(PROJECT / "captures", station) == keys
    assert len(keys) == len(rounds) >= READINGS[kind].LEAST
    record_property("gym", summary(f"GYM·{station.spec.number:02d}", station, keys.keys()))


@pytest.mark.parametrize("kind", sorted(READINGS))
def test_rounds_are_well_formed(kind: str, drill: Drill) -> None:
    for room in drill(kind).rooms:
        names = [each.name for each in room.rounds]
        assert len(set(names)) == len(names) > 0
        for each in room.rounds:
            offered = [choice.id for choice in each.choices]
            assert each.id.startswith(f"{drill(kind).spec.number:02d}/")
            assert re.fullmatch(r"[0-9a-f]{8}\.[0-9a-f]{8}", each.hash)
            assert len(set(offered)) == len(offered) >= 2
            assert len({str(choice.text) for choice in each.choices}) == len(offered)
            assert set(each.key) <= set(offered)
            assert len(each.key) == 1 or not each.single
            assert each.misreadings, f"{each.id} has no named way to go wrong"
            explained = {line for told in each.wrong for line in told.picks}
            assert explained == set(offered) - set(each.key)
            assert all(told.text.strip() for told in (*each.wrong, *each.missing))
            assert each.reveal.answer.strip() and each.reveal.shows.strip()
            assert "<a " in each.reveal.shows + each.reveal.means + each.reveal.further or (
                each.revealed
            )
