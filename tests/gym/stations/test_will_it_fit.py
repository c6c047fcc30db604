"""GYM·19: what is withheld and why, answers worked out by hand, and rules that a pair refutes."""

from __future__ import annotations

import pytest

from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station
from xlagym.gym.stations.will_it_fit.tile import read_tile
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.workbook import Workbook

SPEC = ROOT / "content" / "gym" / "19-will-it-fit.yml"
BEYOND = "2048x1024x1024"
"""The tile that the arithmetic would let in and the compiler does not."""


@pytest.fixture(scope="module")
def station(store: Store, workbook: Workbook) -> Station:
    document = read_yaml(SPEC.read_text(), f"content/gym/{SPEC.name}")
    found = build_station(document, store, workbook.evaluate)
    assert isinstance(found, Station)
    return found


def rounds(station: Station, room: str) -> dict[str, Round]:
    (found,) = [each for each in station.rooms if each.path.split("/")[-2] == room]
    return {each.name: each for each in found.rounds}


def answer(each: Round) -> str:
    (key,) = each.key
    (text,) = [str(choice.text) for choice in each.choices if choice.id == key]
    return text


def test_the_tile_beyond_the_arithmetic_is_withheld_and_asked_in_another_way(
    station: Station,
) -> None:
    found = rounds(station, BEYOND)
    assert set(found) == {"vmem", "beside"}
    assert (answer(found["vmem"]), answer(found["beside"])) == ("28 MiB", "5.83 MiB")
    assert station.withheld == 1


@pytest.mark.parametrize(
    ("tile", "takes", "verdict"),
    [
        # 2 · (bf16: 512·2048 + 2048·512 + 512·512) + f32: 512·512
        ("512x512x2048", "10 MiB", "It compiles."),
        ("256x4096x512", "16.5 MiB", "It compiles."),
        ("2048x2048x512", "40 MiB", "It is refused: it takes more VMEM than one kernel may."),
    ],
)
def test_by_hand(station: Station, tile: str, takes: str, verdict: str) -> None:
    found = rounds(station, tile)
    assert (answer(found["vmem"]), answer(found["fits"])) == (takes, verdict)


def test_too_much_for_the_chip_is_a_way_to_go_wrong(station: Station) -> None:
    texts = [str(each.text) for each in rounds(station, "512x512x512")["fits"].choices]
    assert "It is refused: it takes more VMEM than the chip has." in texts


@pytest.mark.parametrize(
    ("pair", "favored", "refuted"),
    [
        (
            "1024x1024x1024-or-1024x2048x512",
            "1024 × 1024 × 1024 takes fewer.",
            "more VMEM in use is always faster",
        ),
        (
            "512x512x512-or-256x4096x512",
            "Neither: they are within 1 % of each other.",
            "a square tile is always faster",
        ),
    ],
)
def test_a_pair_refutes_a_rule(station: Station, pair: str, favored: str, refuted: str) -> None:
    found = rounds(station, pair)["faster"]
    assert answer(found) == favored
    assert refuted in {each.name for each in found.misreadings}


def test_what_is_moved_by_hand(store: Store) -> None:
    tile = read_tile(store.get("matmul-tile-1024x2048x512@tpu-v6e"))
    matrix = 4096 * 4096 * 2
    # x is read once for each of 2 columns of tiles, w for each of 4 rows; the result once.
    assert tile.moved == matrix * (2 + 4 + 1)


def test_a_program_of_another_kind_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="no tiled matmul"):
        read_tile(store.get("mlp@tpu-v6e"))
