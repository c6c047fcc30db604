"""GYM·12 and GYM·14 by hand: answers that a person read off the dumps, and hostile names."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.evidence.passes.reader import Pass
from xlagym.evidence.passes.steps import Step
from xlagym.evidence.passes.text_changes import compare
from xlagym.gym import build_station
from xlagym.gym.rounds.changes import Changes
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station
from xlagym.gym.stations.which_pass.words import summary
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.workbook import Workbook
from xlagym.site.show.changes import render_changes

PROJECT = ROOT
BY_HAND = {
    "14/attention-s1024@tpu-v6e/step-0006": "transpose-folding",
    "14/attention-s1024@tpu-v6e/step-0022": "flash_attention",
    "14/rnn@tpu-v6e/step-0004": "call-inliner",
    "12/dce/dce-whose": "both",
    "12/shardy-xla/shardy-xla-whose": "both",
    "12/tpu-fusion/tpu-fusion-whose": "the TPU v6e alone",
    "12/dot-library-rewriter/dot-library-rewriter-whose": "the CPU alone",
    "12/gather-scatter-normalizer/gather-scatter-normalizer-older": ("that of jax 0.4.38 alone"),
}
HOSTILE = '"><script>alert</script>'


@pytest.fixture(scope="module")
def rounds(store: Store, workbook: Workbook) -> dict[str, Round]:
    found: dict[str, Round] = {}
    for name in ("12-pass-quiz", "14-which-pass"):
        file = f"content/gym/{name}.yml"
        document = read_yaml((PROJECT / file).read_text(), file)
        station = build_station(document, store, workbook.evaluate)
        assert isinstance(station, Station)
        found |= {each.id: each for room in station.rooms for each in room.rounds}
    return found


@pytest.mark.parametrize("id", BY_HAND)
def test_answers_read_by_hand(id: str, rounds: dict[str, Round]) -> None:
    asked = rounds[id]
    (answer,) = (choice for choice in asked.choices if choice.id in asked.key)
    assert Markup(answer.text).striptags() == BY_HAND[id]


def test_no_answer_stands_in_what_is_shown(rounds: dict[str, Round]) -> None:
    """A pass's name may be an opcode's; no other name of the right pass is in the lines."""
    for id, each in rounds.items():
        if not id.startswith("14/"):
            continue
        (answer,) = (one for one in each.choices if one.id in each.key)
        name = Markup(answer.text).striptags()
        (shown,) = (one for one in each.exhibits if isinstance(one, Changes))
        lines = [row.text for row in shown.rows]
        assert name == "fusion" or not any(name in line for line in lines), id
        assert 1 <= sum(row.changed for row in shown.rows) <= 40


def test_both_backends_and_many_compiles_are_asked_about(rounds: dict[str, Round]) -> None:
    compiles = {id.split("/")[1] for id in rounds if id.startswith("14/")}
    assert len({id for id in compiles if id.endswith("@cpu")}) >= 4
    assert len({id for id in compiles if id.endswith("@tpu-v6e")}) >= 8
    assert len({id for id in rounds if id.endswith("-whose")}) >= 60


def test_hostile_names_are_escaped() -> None:
    before = [f"  %{HOSTILE} = f32[] add(%x)", "  %b = f32[] add(%x)"]
    after = [f"  %{HOSTILE} = f32[] add(%{HOSTILE})", "  %b = f32[] add(%x)"]
    rows = compare(before, after)
    run = Pass(1, HOSTILE, HOSTILE, True, "0001")
    step = Step(1, run, "0000", "0001", rows, tuple(row for row in rows if row.changed))
    told = [
        render_changes([step.rows], HOSTILE),
        summary(step.changed),
        Changes(HOSTILE, "exp@cpu", (step.rows,)).plain(),
    ]
    assert not any("<script" in text for text in told)
    assert all("&lt;script" in text for text in told)
