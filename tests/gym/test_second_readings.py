"""Every drill, read twice: keys agree, wrong answers are wrong, and each has its explanation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.gym.readings import LEAST, READINGS
from tests.gym.summary import summary
from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import DRILLS, build_station
from xlagym.gym.rounds.drill import DrillStation
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.workbook import Workbook

PROJECT = ROOT
SPECS = {
    document["kind"]: path
    for path in sorted((PROJECT / "content" / "gym").glob("*.yml"))
    if (document := read_yaml(path.read_text(), path.name).data)["kind"] in DRILLS
}

type Drill = Callable[[str], DrillStation]


@pytest.fixture(scope="module")
def drill(store: Store, workbook: Workbook) -> Drill:
    """The station of a kind, as the site has it."""
    made: dict[str, DrillStation] = {}

    def get(kind: str) -> DrillStation:
        if kind not in made:
            path = SPECS[kind]
            document = read_yaml(path.read_text(), f"content/gym/{path.name}")
            station = build_station(document, store, workbook.evaluate)
            assert isinstance(station, DrillStation)
            made[kind] = station
        return made[kind]

    return get


def test_every_kind_has_a_station_and_a_second_reading() -> None:
    assert set(DRILLS) == set(SPECS) == set(READINGS) == set(LEAST)


@pytest.mark.parametrize("kind", sorted(SPECS))
def test_read_twice(
    kind: str, drill: Drill, record_property: Callable[[str, object], None]
) -> None:
    station = drill(kind)
    rounds = [each for room in station.rooms for each in room.rounds]
    keys = {each.id: frozenset(each.asked.dealt.key) for each in rounds}
    assert READINGS[kind](PROJECT / "captures", station) == keys
    assert len(keys) == len(rounds) >= LEAST[kind]
    record_property("gym", summary(f"GYM·{station.spec.number:02d}", station, keys.keys()))


@pytest.mark.parametrize("kind", sorted(SPECS))
def test_rounds_are_well_formed(kind: str, drill: Drill) -> None:
    for room in drill(kind).rooms:
        names = [each.name for each in room.rounds]
        assert len(set(names)) == len(names) > 0
        for each in room.rounds:
            asked, dealt = each.asked, each.asked.dealt
            offered = [choice.id for choice in asked.choices]
            assert each.id.startswith(f"{drill(kind).spec.number:02d}/")
            assert re.fullmatch(r"[0-9a-f]{8}\.[0-9a-f]{8}", each.hash)
            assert len(set(offered)) == len(offered) >= 2
            assert len({str(choice.text) for choice in asked.choices}) == len(offered)
            assert set(dealt.key) <= set(offered)
            assert len(dealt.key) == 1 or not asked.single
            assert dealt.misreadings, f"{each.id} has no named way to go wrong"
            explained = {line for told in dealt.wrong for line in told.lines}
            assert explained == set(offered) - set(dealt.key)
            assert all(told.text.strip() for told in (*dealt.wrong, *dealt.missing))
            assert dealt.reveal.answer.strip() and dealt.reveal.shows.strip()
            assert "<a " in dealt.reveal.shows + dealt.reveal.means + dealt.reveal.further or (
                each.revealed
            )
