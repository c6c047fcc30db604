"""GYM·16: rounds single out one chip, give nothing away, and have the answers that a hand finds."""

from __future__ import annotations

import re

import pytest

from tests.places import ROOT
from xlagym.captures.decisions import Decision, Point
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.gym.rounds.station import Station
from xlagym.gym.stations.which_chip.rows import Accounts, RunningRow, Seen, see
from xlagym.gym.stations.which_chip.words import contrast, held, says
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook

SPEC = ROOT / "content" / "gym" / "16-which-chip.yml"


@pytest.fixture(scope="module")
def station(store: Store, workbook: Workbook) -> Station:
    made = build_station(read_yaml(SPEC.read_text(), SPEC.name), store, workbook.evaluate)
    assert isinstance(made, Station)
    return made


def answers(station: Station, variant: str) -> set[str]:
    (room,) = (room for room in station.rooms if room.variant == variant)
    return {each.key[0] for each in room.rounds}


def test_answers_that_were_found_by_hand(station: Station) -> None:
    assert answers(station, "mlp") == {"tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x"}
    assert answers(station, "attention-s1024") == {"tpu-v4", "tpu-v5p"}
    assert answers(station, "chain") == {"tpu-7x"}  # alone in holding no convert


def test_what_is_shown_names_no_chip(station: Station) -> None:
    for room in station.rooms:
        for each in room.rounds:
            shown = "".join(exhibit.plain() for exhibit in each.exhibits)
            assert not re.search(r"v4|v5|v6|7x|TPU|@", shown)
            assert not re.search(r"v4|v5|v6|7x", each.name)


def test_a_table_is_asked_about_only_where_it_is_one_chips_own(
    station: Station, store: Store
) -> None:
    for room in station.rooms:
        for each in room.rounds:
            (key,) = each.key
            seen = {
                chip: see(store.get(f"{room.variant}@{chip}"))
                for chip in ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")
            }
            alike = [chip for chip, other in seen.items() if other.rows == seen[key].rows]
            assert alike == [key]


def test_a_program_without_all_chips_is_refused(store: Store, workbook: Workbook) -> None:
    text = SPEC.read_text().replace("programs:\n", "programs:\n  exp: one elementwise operation\n")
    with pytest.raises(ProblemError, match="'exp' is not in the store for all of"):
        build_station(read_yaml(text, SPEC.name), store, workbook.evaluate)


def test_hostile_names_are_escaped() -> None:
    hostile = '<img src=x onerror="alert(1)">'

    def seen(target: str, name: str) -> Seen:
        names = ("spaces", "big", "kernels", "flights", "converts", "tilings", "nested", "launched")
        decided = {each: Decision(each, (Point(name),)) for each in names}
        rows = (RunningRow(f"kernel {name}", name, ((name, 2),)),)
        return Seen("a@b", target, rows, decided, Accounts(1, 1, 1, 1))

    one, other = seen("tpu-v4", hostile), seen("tpu-v5e", "plain")
    texts = [contrast(one, other), contrast(other, one), held(one.rows[0])]
    texts += [says(one, name) for name in one.decided]
    assert all("<img" not in text for text in texts)
