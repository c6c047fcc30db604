"""Rounds over timelines: wrong answers that teach, ids and hashes that last, what is withheld."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.gym.own_exhibits import drawn_run
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.origins.origins import InstructionSource, Origins
from xlagym.evidence.reports.forecast import Forecast
from xlagym.evidence.reports.spread import Spread
from xlagym.evidence.timeline.schedule import schedule
from xlagym.evidence.timeline.timeline import Bar, BarKind, BarRow, Flight, OpTime, Runs, Timeline
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station
from xlagym.gym.stations.timeline.rounds import deal
from xlagym.gym.stations.timeline.scene import TimelineScene

SEED = "attention-s8192@tpu-v6e"
HAND = """\
HloModule m, is_scheduled=true

%fused (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  ROOT %inside = f32[8]{0} add(%p, %p), metadata={op_name="jit(f)/add"}
}

ENTRY %main (a: f32[8], b: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %b = f32[8]{0} parameter(1)
  %copy-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%b)
  %<script>one = f32[8]{0} fusion(%a), kind=kLoop, calls=%fused
  %two = f32[8]{0} fusion(%<script>one), kind=kLoop, calls=%fused
  %copy-done = f32[8]{0:S(1)} copy-done(%copy-start)
  ROOT %three = f32[8]{0} add(%two, %copy-done), metadata={op_name="jit(f)/add"}
}
"""
CYCLES = {"<script>one": 50, "two": 20, "three": 30}
WRITTEN = {"<script>one", "two", "three"}


def capture(text: str = HAND) -> Any:
    """What the rounds ask of a capture, over a text in memory."""
    module = read_hlo(text)
    sources = {
        each.name: InstructionSource(
            each.name, "line" if each.name in WRITTEN else "compiler", (), "told"
        )
        for each in module.instructions
    }
    return SimpleNamespace(
        id="hand@tpu-v6e",
        chip="tpu-v6e",
        hlo=module,
        origins=Origins((), sources),
        stablehlo=SimpleNamespace(ops=[]),
        manifest=SimpleNamespace(source_file="labs/programs/hand.py"),
        has=lambda name: True,
        text=lambda name: "",
        line_of=lambda name, needle: 1,
    )


def scene(text: str = HAND, cycles: dict[str, int] | None = None) -> TimelineScene:
    made = capture(text)
    forecast = Forecast(CYCLES if cycles is None else cycles)
    return TimelineScene.of(made, schedule(made.hlo, forecast))


def by_kind(scene: TimelineScene) -> dict[str, Round]:
    return {each.id.rpartition("/")[2]: each for each in deal(scene).rounds}


def names(scene: TimelineScene, ids: tuple[str, ...]) -> list[str]:
    known = {op.id: op.name for op in scene.shown}
    return [known[id] for id in ids]


def every(station: Station) -> list[tuple[Room, Round]]:
    return [(room, each) for room in station.rooms for each in room.rounds]


# ---- The project's own rounds.


def test_there_are_enough(timelines: Station) -> None:
    bases = [room.basis for room in timelines.rooms]
    assert bases.count("measured") >= 3
    assert bases.count("compiled") >= 3
    assert len(timelines.rounds) >= 80


def test_the_seed_on_v6e(timeline_rooms: dict[str, Room]) -> None:
    room = timeline_rooms[SEED]
    known = {op.id: op.name for op in drawn_run(room).ops}
    keys = {each.id.rpartition("/")[2]: [known[id] for id in each.key] for each in room.rounds}
    assert keys == {
        "cost": ["online-softmax"],
        "meanwhile": ["fusion"],
        "bare": ["copy-done"],
        "author": ["copy-done", "copy-done.1", "online-softmax"],
    }


def test_a_loop_is_not_what_costs_most(timeline_rooms: dict[str, Room]) -> None:
    room = timeline_rooms["rnn@cpu.run"]
    cost = next(each for each in room.rounds if each.id.endswith("/cost"))
    total = next(each for each in cost.misreadings if each.name == "total for self")
    known = {op.id: op.name for op in drawn_run(room).ops}
    assert known[total.picks[0]].startswith("while")
    told = next(each.text for each in cost.wrong if each.picks == total.picks)
    assert "belongs to the ops inside it" in told


def test_ids_are_unique_and_name_the_capture(timelines: Station) -> None:
    ids = [each.id for _, each in every(timelines)]
    assert len(ids) == len(set(ids)) == len(timelines.rounds)
    for room, each in every(timelines):
        assert each.id.startswith(f"08/{room.capture}/")
        assert re.fullmatch(r"[0-9a-f]{8}\.[0-9a-f]{8}", each.hash)


def test_no_misreading_comes_to_the_key(timelines: Station) -> None:
    told = set()
    for _, each in every(timelines):
        offered = {choice.id for choice in each.choices}
        picks = [frozenset(guess.picks) for guess in each.misreadings]
        assert frozenset(each.key) not in picks
        assert len(set(picks)) == len(picks)
        assert all(pick and pick <= offered for pick in picks)
        assert len(picks) >= 1, each.id
        told |= {guess.name for guess in each.misreadings}
    assert told >= {
        "program order for time",
        "total for self",
        "ns for ps",
        "in flight for work",
        "in flight for exposed",
        "hidden for exposed",
        "another estimate for the forecast",
        "a kernel thought to be somebody's line",
        "no metadata on its line for no line at all",
        "the op that needs it for the one that hides it",
        "the longest gap for all of them",
        "size for time",
        "often for long",
    }


def test_every_choice_is_explained_once(timelines: Station) -> None:
    for _, each in every(timelines):
        offered = [choice.id for choice in each.choices]
        wrong = [told.picks[0] for told in each.wrong]
        missing = [told.picks[0] for told in each.missing]
        assert len(set(offered)) == len(offered)
        assert sorted(wrong + missing) == sorted(offered)
        assert tuple(missing) == each.key
        assert all(told.text for told in (*each.wrong, *each.missing))


def test_a_single_choice_has_one_answer_and_others_a_button_for_none(
    timelines: Station,
) -> None:
    for _, each in every(timelines):
        assert each.single == (not each.none)
        if each.single:
            assert len(each.key) == 1
        assert len(each.choices) >= 2


def test_a_reveal_has_an_answer_and_what_it_means(timelines: Station) -> None:
    for _, each in every(timelines):
        assert each.reveal.answer
        assert each.reveal.shows
        assert each.reveal.means


def test_ways_on_lead_to_another_answer_on_the_same_basis(timelines: Station) -> None:
    ways = [(room, each) for room, each in every(timelines) if each.reveal.further]
    assert ways
    paths = {f"{room.path}#{each.id.rpartition('/')[2]}": room for room, each in every(timelines)}
    for room, each in ways:
        link = re.search(r'href="([^"]+)"', each.reveal.further)
        assert link is not None
        assert paths[link[1]].basis == room.basis
        assert paths[link[1]].variant == room.variant


# ---- Rounds over a schedule written by hand.


def test_keys_of_a_schedule_by_hand() -> None:
    made = scene()
    rounds = by_kind(made)
    assert set(rounds) == {"cost", "meanwhile", "author"}
    assert names(made, rounds["cost"].key) == ["<script>one"]
    assert names(made, rounds["meanwhile"].key) == ["<script>one", "two"]
    assert names(made, rounds["author"].key) == ["copy-done"]


def test_misreadings_of_a_schedule_by_hand() -> None:
    made = scene()
    rounds = by_kind(made)

    def guesses(kind: str) -> dict[str, list[str]]:
        return {each.name: names(made, each.picks) for each in rounds[kind].misreadings}

    assert guesses("cost") == {
        "program order for time": ["three"],
        "in flight for work": ["copy-done"],
    }
    assert guesses("meanwhile") == {
        "anything after the start": ["<script>one", "two", "three"],
        "the op that needs it for the one that hides it": ["three"],
        "the longest for all": ["<script>one"],
    }
    assert guesses("author") == {
        "a name of its own for an op of its own": ["<script>one", "copy-done", "two"],
        "written for inserted": ["<script>one", "two", "three"],
    }


def test_a_tie_is_withheld() -> None:
    dealt = deal(scene(cycles={"<script>one": 50, "two": 50, "three": 30}))
    assert dealt.withheld == 1
    assert not any(each.id.endswith("/cost") for each in dealt.rounds)


def test_a_loop_whose_trips_nobody_tells_is_withheld() -> None:
    made = scene()
    looped = replace(made, timeline=replace(made.timeline, loops=1))
    assert deal(looped).withheld == 1


def test_hostile_names_are_escaped() -> None:
    for each in deal(scene()).rounds:
        asked = each
        texts = [
            asked.question,
            asked.reveal.answer,
            asked.reveal.shows,
            asked.reveal.means,
            *(choice.text for choice in each.choices),
            *(told.text for told in (*asked.wrong, *asked.missing)),
        ]
        assert any("&lt;script&gt;one" in text for text in texts)
        assert not any("<script" in text for text in texts)


@pytest.mark.parametrize(
    ("kind", "cycles", "changes"),
    [
        ("cost", {"<script>one": 51, "two": 20, "three": 30}, True),
        ("meanwhile", {"<script>one": 51, "two": 20, "three": 30}, False),
        ("meanwhile", {"<script>one": 51, "three": 30}, True),
        ("author", {"<script>one": 51, "two": 20, "three": 30}, False),
    ],
)
def test_the_hash_changes_with_what_the_answer_rests_on(
    kind: str, cycles: dict[str, int], changes: bool
) -> None:
    one, two = by_kind(scene())[kind].hash, by_kind(scene(cycles=cycles))[kind].hash
    assert one.split(".")[0] == two.split(".")[0]
    assert (one != two) == changes


# ---- Rounds over a run with flights, as a TPU records it.


def run(*, busy: int = 95, exposed: int = 45) -> TimelineScene:
    """Two flights: one over both fusions' work in part, one over nothing."""
    flight = Flight("copy-start", 60, 50, 10, 10, (1, 2))
    spread = Spread(5, 90, 95, 100, 105, 130)
    ops = (
        OpTime("copy-done", "copy-done", 1, 10, 10, spread, 10, flight),
        OpTime("<script>one", "fusion", 1, 30, 30, Spread(5, 28, 29, 30, 31, 32), 30),
        OpTime("two", "fusion", 2, 20, 20, Spread(5, 18, 19, 20, 21, 22), 12),
        OpTime("three", "add", 1, 35, 35, Spread(5, 33, 34, 35, 36, 37), 35),
    )
    rows = (
        BarRow(
            "TPU:0",
            "ops",
            (
                Bar(1, 0, 30, BarKind.WORK),
                Bar(2, 30, 42, BarKind.WORK),
                Bar(2, 42, 50, BarKind.WORK),
                Bar(0, 50, 60, BarKind.WAIT),
                Bar(3, 65, 100, BarKind.WORK),
            ),
        ),
        BarRow("TPU:0", "in flight", (Bar(0, 0, 60, BarKind.FLIGHT),)),
    )
    timeline = Timeline("ps", 100, ops, rows, Runs(5, 2, spread, busy, 10, exposed))
    made = capture()
    return TimelineScene.of(cast(Any, made), timeline)


def test_what_is_exposed_is_a_union_and_no_sum() -> None:
    made = run(exposed=45)
    asked = by_kind(made)["exposed"]
    texts = {choice.id: str(choice.text) for choice in asked.choices}
    assert [texts[id] for id in asked.key] == ["45 ps"]
    guesses = {each.name: texts[each.picks[0]] for each in asked.misreadings}
    assert guesses == {
        "a sum over ops for their union": "10 ps",
        "in flight for exposed": "60 ps",
        "ns for ps": "45.0 ns",
    }


def test_the_same_amount_is_offered_once() -> None:
    asked = by_kind(run(exposed=45))["exposed"]
    texts = [str(choice.text) for choice in asked.choices]
    assert len(set(texts)) == len(texts)
    assert [choice.id for choice in asked.choices] == [
        f"amount-{place}" for place in range(1, len(texts) + 1)
    ]


def test_too_few_wrong_amounts_make_no_round() -> None:
    assert "exposed" not in by_kind(run(exposed=60))


def test_a_run_without_a_gap_has_no_idle_round() -> None:
    assert "idle" in by_kind(run(busy=95))
    assert "idle" not in by_kind(run(busy=100))


def test_what_works_meanwhile_says_how_much_is_hidden() -> None:
    asked = by_kind(run())["meanwhile"]
    assert names(run(), asked.key) == ["<script>one", "two"]
    assert asked.reveal.means.startswith("50 ps of its 60 ps in flight lie under work")


def test_one_run_against_the_others_is_withheld() -> None:
    made = run()
    odd = replace(made.timeline.ops[1], runs=Spread(5, 40, 45, 50, 55, 60))
    ops = (made.timeline.ops[0], odd, *made.timeline.ops[2:])
    assert deal(replace(made, timeline=replace(made.timeline, ops=ops))).withheld == 1
