"""A schedule as a timeline: places by order, lengths by the forecast, flights start to done."""

from __future__ import annotations

import pytest

from tests.evidence.texts import hlo, text
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.reports.forecast import Forecast, read_forecast
from xlagym.evidence.timeline.schedule import is_scheduled, schedule
from xlagym.evidence.timeline.timeline import BarKind, Timeline

HAND = """\
HloModule m, is_scheduled=true

%body (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %inner = f32[8]{0} copy(%p)
  ROOT %step = f32[8]{0} negate(%inner)
}

%cond (q: f32[8]) -> pred[] {
  %q = f32[8]{0} parameter(0)
  ROOT %go = pred[] constant(true)
}

ENTRY %main (a: f32[8], b: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %b = f32[8]{0} parameter(1)
  %first = f32[8]{0} negate(%a)
  %copy-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%b)
  %second = f32[8]{0} negate(%first)
  %slice-start = ((f32[8]{0}), f32[4]{0}, s32[]) slice-start(%a), slice={[0:4]}
  %third = f32[8]{0} negate(%second)
  %copy-done = f32[8]{0:S(1)} copy-done(%copy-start)
  %slice-done = f32[4]{0} slice-done(%slice-start)
  %bare-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%third)
  %bare-done = f32[8]{0:S(1)} copy-done(%bare-start)
  %while = f32[8]{0} while(%bare-done), condition=%cond, body=%body
  %lost-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%while)
  ROOT %last = f32[8]{0} add(%while, %copy-done)
}
"""
CYCLES = {"first": 10, "second": 20, "third": 5, "step": 7, "last": 3, "inner": 0}


def bars(timeline: Timeline, label: str) -> list[list[tuple[str, int, int]]]:
    return [
        [(timeline.ops[bar.op].name, bar.start, bar.end) for bar in row.bars]
        for row in timeline.rows
        if row.label == label
    ]


@pytest.fixture(scope="module")
def hand() -> Timeline:
    return schedule(read_hlo(HAND), Forecast(CYCLES))


def test_places_by_order_and_lengths_by_the_forecast(hand: Timeline) -> None:
    assert (hand.unit, hand.end, hand.runs) == ("cycle", 45, None)
    assert bars(hand, "ops") == [
        [
            ("first", 0, 10),
            ("second", 10, 30),
            ("third", 30, 35),
            ("inner", 35, 35),
            ("step", 35, 42),
            ("last", 42, 45),
            ("lost-start", 42, 42),
        ]
    ]


def test_an_op_without_a_forecast_or_with_none_at_all_is_a_mark(hand: Timeline) -> None:
    kinds = {hand.ops[bar.op].name: bar.kind for row in hand.rows for bar in row.bars}
    assert kinds["inner"] is kinds["lost-start"] is BarKind.MARK
    assert hand.ops[hand.index("inner")].own == 0
    assert hand.ops[hand.index("lost-start")].own is None


def test_what_is_in_flight_stretches_from_start_to_done(hand: Timeline) -> None:
    assert bars(hand, "in flight") == [
        [("copy-done", 10, 35), ("bare-done", 35, 35)],
        [("slice-done", 30, 35)],
    ]
    copy = hand.ops[hand.index("copy-start")].flight
    assert copy is not None
    assert (copy.in_flight, copy.hidden, copy.exposed, copy.own_wait) == (25, None, None, None)
    assert [hand.ops[at].name for at in copy.over] == ["second", "third"]
    bare = hand.ops[hand.index("bare-done")].flight
    assert bare is not None
    assert (bare.in_flight, bare.over) == (0, ())


def test_a_loops_body_stands_there_once_under_a_span(hand: Timeline) -> None:
    assert bars(hand, "loops") == [[("while", 35, 42)]]
    assert hand.loops == 1
    assert (hand.ops[hand.index("while")].total, hand.ops[hand.index("while")].own) == (7, 0)


def test_what_only_names_values_is_counted_and_not_drawn(hand: Timeline) -> None:
    assert hand.left_out == 3
    assert not {"a", "b", "p"} & {op.name for op in hand.ops}


def test_without_a_forecast_an_op_is_one_step() -> None:
    steps = schedule(read_hlo(HAND), None)
    assert (steps.unit, steps.end) == ("step", 6)
    assert bars(steps, "ops")[0][:3] == [("first", 0, 1), ("second", 1, 2), ("third", 2, 3)]


def test_a_computation_that_calls_itself_ends_there() -> None:
    circle = HAND.replace(
        "%inner = f32[8]{0} copy(%p)", "%inner = f32[8]{0} call(%p), to_apply=%body"
    )
    found = schedule(read_hlo(circle), Forecast(CYCLES))
    assert found.end == 45


def test_a_done_whose_start_is_elsewhere_is_a_mark() -> None:
    torn = HAND.replace("copy-done(%copy-start)", "copy-done(%third)")
    found = schedule(read_hlo(torn), Forecast(CYCLES))
    kinds = {found.ops[bar.op].name: bar.kind for row in found.rows for bar in row.bars}
    assert kinds["copy-done"] is kinds["copy-start"] is BarKind.MARK


def test_the_seed_on_v6e() -> None:
    id = "attention-s8192@tpu-v6e"
    found = schedule(hlo(id), read_forecast(text(id, "forecast.json")))
    assert is_scheduled(hlo(id))
    assert bars(found, "ops") == [[("fusion", 0, 136_663), ("online-softmax", 136_663, 319_310)]]
    assert bars(found, "in flight") == [
        [("copy-done", 0, 0)],
        [("copy-done.1", 0, 136_663)],
    ]
    assert found.costliest == found.index("online-softmax")


def test_whole_schedules_add_up_to_their_forecasts() -> None:
    for id in ("mlp@tpu-v6e", "layernorm@tpu-v5p", "rotary@tpu-7x", "softmax@tpu-v5e"):
        forecast = read_forecast(text(id, "forecast.json"))
        assert schedule(hlo(id), forecast).end == forecast.total


def test_what_another_core_runs_meanwhile_is_in_flight_once_its_data_are_handed_over() -> None:
    handed = """\
HloModule m, is_scheduled=true

%there (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  ROOT %sum = f32[8]{0} all-reduce(%p)
}, execution_thread="sparsecore"

ENTRY %main (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %call-start = ((), (), s32[4]) custom-call-start(), async_execution_thread="sparsecore", \
called_computations={%there}
  %first = f32[8]{0} negate(%a)
  %call-update = ((f32[8]), f32[8]{0}, s32[4]) custom-call-update(%call-start, %first)
  %second = f32[8]{0} negate(%first)
  %call-done = f32[8]{0} custom-call-done(%call-update)
  ROOT %last = f32[8]{0} add(%call-done, %second)
}
"""
    found = schedule(read_hlo(handed), Forecast({"first": 10, "second": 20, "last": 3}))
    assert bars(found, "in flight") == [[("call-done", 10, 30)]]
    assert [op.name for op in found.ops] == ["first", "second", "call-done", "last"]


def test_what_a_loop_hands_on_is_in_flight_to_the_end_of_its_turn() -> None:
    id = "attention-nomax-s8192@tpu-7x"
    found = schedule(hlo(id), None)
    assert bars(found, "in flight")[0] == [
        ("dynamic-slice.cloned.1.call-done.1", 0, 0),
        ("dynamic-update-slice.cloned.1.call-done", 2, 2),
    ]
    starts = [found.ops[at].flight for at in found.flights]
    assert [each.start for each in starts if each is not None] == [
        "dynamic-slice.cloned.1.call-start.1",
        "dynamic-update-slice.cloned.1.call-start",
        "dynamic-slice.cloned.1.call-start",
    ]


def test_an_op_over_which_the_forecast_is_silent_still_hides_a_transfer() -> None:
    quiet = {name: cycles for name, cycles in CYCLES.items() if name not in ("second", "third")}
    found = schedule(read_hlo(HAND), Forecast(quiet))
    copy = found.ops[found.index("copy-start")].flight
    assert copy is not None
    assert [found.ops[at].name for at in copy.over] == ["second", "third"]
    assert copy.in_flight == 0


def test_a_single_number_takes_no_step() -> None:
    single = HAND.replace("%second = f32[8]{0} negate(%first)", "%second = f32[] negate(%one)")
    steps = schedule(read_hlo(single), None)
    assert (steps.unit, steps.end) == ("step", 5)
