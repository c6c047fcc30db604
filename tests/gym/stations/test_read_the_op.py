"""GYM·15: answers that were found by hand, a mix of questions in each room, hostile lines."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.station import Station
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.workbook import Workbook

SPEC = ROOT / "content" / "gym" / "15-read-the-op.yml"
KINDS = {"tile", "text", "space", "bytes", "kind", "type", "order"}
NOTHING = Reveal(Markup(), Markup(), Markup(), Markup())


@pytest.fixture(scope="module")
def station(store: Store, workbook: Workbook) -> Station:
    made = build_station(read_yaml(SPEC.read_text(), SPEC.name), store, workbook.evaluate)
    assert isinstance(made, Station)
    return made


def answer(station: Station, id: str) -> str:
    (each,) = (each for room in station.rooms for each in room.rounds if each.id == id)
    (key,) = each.key
    (text,) = (choice.text for choice in each.choices if choice.id == key)
    return text.striptags()


@pytest.mark.parametrize(
    ("id", "told"),
    [
        # f32[64]{0:T(128)S(3)}: half of one tile.
        ("15/rotary@tpu-v4/bytes-99", "512 B"),
        # bf16[8,1024,1024]{1,2,0:T(8,128)(2,1)S(1)}
        ("15/checkpoint-layers@tpu-v6e/order-82", "dimension 1, of size 1,024"),
        # bf16[128,64,512]{2,1,0:T(16,128)(2,1)}: a tile that only 7x has.
        ("15/rnn@tpu-7x/tile-27", "16 by 128"),
        # Its root is a convert, and it holds a convolution.
        ("15/mlp@tpu-v5e/kind-106", "kOutput"),
        # stablehlo.transpose of tensor<8192x128xbf16>
        ("15/attention-s8192@tpu-v4/type-3", "bf16[128,8192]"),
    ],
)
def test_answers_that_were_found_by_hand(id: str, told: str, station: Station) -> None:
    assert answer(station, id) == told


def test_a_room_mixes_its_questions(station: Station) -> None:
    for room in station.rooms:
        asked = {each.name.partition("-")[0] for each in room.rounds}
        assert 8 <= len(room.rounds) <= 10
        assert len(asked) >= 3
        if room.target.startswith("tpu") and room.variant != "matmul-tile-1024":
            assert asked >= KINDS - {"kind"}


def test_a_line_is_asked_about_once(station: Station) -> None:
    for room in station.rooms:
        exhibits = [str(each.exhibits[0].plain()) for each in room.rounds]
        assert len(set(exhibits)) == len(exhibits)


def test_a_line_of_any_text_does_not_name_it(station: Station) -> None:
    for room in station.rooms:
        for each in room.rounds:
            if each.name.startswith("text-"):
                shown = each.exhibits[0].plain()
                assert "optimized.hlo" not in shown and "stablehlo.mlir" not in shown


def test_a_hostile_answer_is_escaped() -> None:
    asked = Asked("15/a/b", "?", Markup("?"), "")
    hostile = Said("<script>", Markup("why"))
    made = said_round(asked, hostile, {"a misreading": Said("<b>", Markup("not"))}, NOTHING)
    assert made is not None
    assert [str(choice.text) for choice in made.choices] == ["&lt;b&gt;", "&lt;script&gt;"]


def test_numbers_are_sorted_by_size_and_repeated_answers_dropped() -> None:
    asked = Asked("15/a/b", "?", Markup("?"), "")
    guesses = {
        "one": Said("16 by 128", Markup("a")),
        "two": Said("8 by 128", Markup("b")),
        "three": Said("128 by 8", Markup("c")),
        "four": Said("16 by 128", Markup("d")),
    }
    made = said_round(asked, Said("8 by 128", Markup("e")), guesses, NOTHING)
    assert made is not None
    assert [str(each.text) for each in made.choices] == ["8 by 128", "16 by 128", "128 by 8"]
    assert [each.name for each in made.misreadings] == ["one", "three"]
    assert said_round(asked, Said("a", Markup()), {"x": Said("a", Markup())}, NOTHING) is None
