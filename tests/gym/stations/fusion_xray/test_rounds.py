"""Rounds: the seed's answers, wrong answers that teach, ids and hashes that last."""

from __future__ import annotations

import re

import pytest

from tests.gym.own_exhibits import side_by_side
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.hlo.shapes import Array, parse_shape
from xlagym.evidence.origins.carriers import carriers
from xlagym.gym.rounds.round import Round, round_hash
from xlagym.gym.rounds.station import Room, Station
from xlagym.gym.stations.fusion_xray.rounds import carry_round, deal, spill_round
from xlagym.gym.stations.fusion_xray.scene import XRayScene

SEED = "attention-s1024@tpu-v6e"
HOSTILE = """\
HloModule m, is_scheduled=true

%fused (p: f32[8,8]) -> f32[8,8] {
  %p = f32[8,8]{1,0} parameter(0)
  ROOT %<script>x = f32[8,8]{1,0} add(%p, %p)
}

ENTRY %main (a: f32[4,4]) -> f32[4,4] {
  %a = f32[4,4]{1,0} parameter(0)
  %big = f32[8,8]{1,0} broadcast(%a), dimensions={0,1}
  %fusion<b> = f32[8,8]{1,0} fusion(%big), kind=kLoop, calls=%fused
  ROOT %r = f32[4,4]{1,0} slice(%fusion<b>), slice={[0:4], [0:4]}
}
"""


def every(station: Station) -> list[tuple[Room, Round]]:
    return [(room, dealt) for room in station.rooms for dealt in room.rounds]


def scene(text: str, tensor: str, chip: str = "tpu-v6e") -> XRayScene:
    module = read_hlo(text)
    shape = parse_shape(tensor)
    assert isinstance(shape, Array)
    return XRayScene(module, shape, carriers(module, shape), chip)


def test_the_seed_at_1024_on_v6e(rooms: dict[str, Room]) -> None:
    carry, spill = rooms[SEED].rounds
    lines = {f"hlo-{line.number}": line.text for line in side_by_side(rooms[SEED]).panes[2].lines}
    assert [lines[line].split(" = ")[0].strip() for line in carry.key] == ["%fusion"]
    assert spill.key == ()
    assert "VMEM" in spill.reveal.shows


def test_the_same_program_spills_on_v5p(rooms: dict[str, Room]) -> None:
    spill = rooms["attention-s1024@tpu-v5p"].rounds[1]
    assert len(spill.key) == 2
    assert spill.reveal.further == (
        "For TPU v4 the same program has another answer. Say why, then "
        '<a href="/gym/07-fusion-xray/attention-s1024/tpu-v4/">look at its plan</a>.'
    )


def test_ids_are_unique_and_name_the_capture(station: Station) -> None:
    ids = [dealt.id for _, dealt in every(station)]
    assert len(ids) == len(set(ids)) == len(station.rounds)
    assert all(dealt.id.startswith(f"07/{room.capture}/") for room, dealt in every(station))
    assert all(re.fullmatch(r"[0-9a-f]{8}\.[0-9a-f]{8}", dealt.hash) for _, dealt in every(station))


def test_no_distractor_is_the_key(station: Station) -> None:
    for _, dealt in every(station):
        picks = [frozenset(each.picks) for each in dealt.misreadings]
        assert frozenset(dealt.key) not in picks
        assert len(set(picks)) == len(picks)
        assert all(picks)
    told = {each.name for _, dealt in every(station) for each in dealt.misreadings}
    assert told >= {
        "nested counted as launched",
        "a kernel is no fusion",
        "a step inside taken for the launch",
        "results looked at, operands not",
        "on-chip memory read as a spill",
        "naming read as moving",
        "only fusions thought to spill",
    }


def test_every_wrong_pick_of_a_misreading_has_its_own_explanation(station: Station) -> None:
    for _, dealt in every(station):
        explained = {line for each in dealt.wrong for line in each.picks}
        for misreading in dealt.misreadings:
            assert explained >= set(misreading.picks) - set(dealt.key), (dealt.id, misreading.name)


def test_every_line_is_explained_once_and_the_rest_together(station: Station) -> None:
    for _, dealt in every(station):
        explained = [line for each in dealt.wrong for line in each.picks]
        assert len(explained) == len(set(explained))
        assert not set(explained) & set(dealt.key)
        assert [each.picks for each in dealt.wrong].count(()) == 1
        assert [each.picks for each in dealt.missing] == [(line,) for line in dealt.key]


def test_a_reveal_has_an_answer_the_lines_and_what_it_means(station: Station) -> None:
    for _, dealt in every(station):
        assert dealt.reveal.answer
        assert dealt.reveal.shows
        assert dealt.reveal.means
        assert all(f'href="#{line}"' in dealt.reveal.answer for line in dealt.key)


def test_a_program_whose_intermediate_never_leaves_a_fusion(rooms: dict[str, Room]) -> None:
    (carry,) = rooms["softmax@tpu-v6e"].rounds
    assert carry.key == ()
    assert carry.reveal.shows.startswith("<code>f32[4096,2048]</code> occurs only inside ")


def test_a_program_whose_intermediate_is_gone(rooms: dict[str, Room]) -> None:
    (carry,) = rooms["attention-exp2-s8192@tpu-v6e"].rounds
    assert carry.key == ()
    assert carry.reveal.means.startswith("The compiler computes the program without this value")


def test_hostile_names_are_escaped() -> None:
    for dealt in deal(scene(HOSTILE, "f32[8,8]"), "x@tpu-v6e"):
        texts = [
            dealt.question,
            dealt.reveal.answer,
            dealt.reveal.shows,
            dealt.reveal.means,
            *(each.text for each in (*dealt.wrong, *dealt.missing)),
        ]
        assert any("&lt;" in text for text in texts)
        assert not any("<script" in text or "<b>" in text for text in texts)


def test_words_for_memory() -> None:
    in_vmem = HOSTILE.replace("f32[8,8]{1,0} fusion", "f32[8,8]{1,0:S(1)} fusion").replace(
        "f32[8,8]{1,0} broadcast", "f32[8,8]{1,0:S(1)} broadcast"
    )
    shown = spill_round(scene(in_vmem, "f32[8,8]"), "x@tpu-v6e")
    assert shown.key == ()
    assert shown.reveal.shows == (
        "Wherever <code>f32[8,8]</code> is carried, it lies in VMEM (<code>S(1)</code>)."
    )
    assert [each.name for each in shown.misreadings] == [
        "on-chip memory read as a spill",
        "a fused step thought to touch memory",
    ]


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ("metadata={}", "metadata={}", False),
        ("%r = ", "%renamed = ", True),
        ("{1,0} fusion(", "{1,0:S(1)} fusion(", True),
        ("parameter(0)\n  %big", 'parameter(0), metadata={op_name="q"}\n  %big', False),
    ],
)
def test_the_hash_changes_with_the_decision_alone(before: str, after: str, changes: bool) -> None:
    one = carry_round(scene(HOSTILE, "f32[8,8]"), "x@tpu-v6e").hash
    two = carry_round(scene(HOSTILE.replace(before, after), "f32[8,8]"), "x@tpu-v6e").hash
    assert one.split(".")[0] == two.split(".")[0]
    assert (one != two) == changes


def test_a_hash_says_which_part_changed() -> None:
    assert round_hash("a", "b").split(".")[0] == round_hash("a", "c").split(".")[0]
    assert round_hash("a", "b").split(".")[1] == round_hash("d", "b").split(".")[1]
