"""Which ops belong to which run, and what a run's figures are."""

from __future__ import annotations

from tests.evidence.profile.profile_builder import (
    Bar,
    SpaceBuilder,
    Unsigned,
    add_chip,
    tpu_profile,
)
from xlagym.evidence.profile.ops.device_ops import op_table
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import each_module, module_runs

FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %p), kind=kLoop, calls=%fused"
DOT = "%dot.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)"


def three_runs() -> list[Bar]:
    """Runs at 0, 1000 and 2000: work, a gap of 10, 20 and 60, work."""
    bars = []
    for at, gap in ((0, 10), (1000, 20), (2000, 60)):
        bars += [Bar(FUSION, at, 100), Bar(DOT, at + 100 + gap, 50)]
    return bars


def test_runs_from_module_events_in_the_ops_clock() -> None:
    data = tpu_profile(three_runs(), runs=[(0, 400), (1000, 1400), (2000, 2400)])
    (runs,) = module_runs(read_profile(data))
    assert (runs.told_by, runs.module, runs.program_id) == ("module events", "jit_f", 77)
    assert [run.start_ps for run in runs.runs] == [0, 1000, 2000]
    assert [(run.envelope_ps, run.busy_ps, run.idle_ps) for run in runs.runs] == [
        (160, 150, 10),
        (170, 150, 20),
        (210, 150, 60),
    ]
    assert [run.bars for run in runs.runs] == [2, 2, 2]
    assert runs.median_run is not None and runs.median_run.envelope_ps == 170
    idle = runs.spread_of("idle_ps")
    assert idle is not None and (idle.low, idle.median, idle.high) == (10, 20, 60)


def test_an_op_before_the_first_run_is_in_none() -> None:
    bars = [Bar(DOT, 0, 10), *three_runs()[2:]]
    (runs,) = module_runs(read_profile(tpu_profile(bars, runs=[(1000, 1400), (2000, 2400)])))
    assert (len(runs.runs), runs.unplaced) == (2, 1)


def test_a_tpu_without_waits_waited_for_nothing() -> None:
    (runs,) = module_runs(read_profile(tpu_profile(three_runs())))
    assert [(run.waiting_ps, run.exposed_ps) for run in runs.runs] == [(0, 0)]


def streams(events: list[tuple[str, int, int]], **extra: int) -> bytes:
    """A GPU's stream: ``(op, start, duration)`` each."""
    space = SpaceBuilder()
    plane = space.plane("/device:GPU:0")
    line = plane.line("Stream #1(Compute)")
    for name, at, length in events:
        line.event(
            plane.kind(f"kernel_{name}"),
            at,
            length,
            hlo_op=name,
            hlo_module="jit_f",
            program_id=Unsigned(3),
            **extra,
        )
    return space.bytes()


def test_the_first_op_begins_a_run_where_nothing_says_so() -> None:
    data = streams([("a", 0, 10), ("b", 10, 10), ("b", 20, 10), ("a", 50, 10), ("b", 60, 10)])
    (runs,) = module_runs(read_profile(data))
    assert (runs.told_by, [run.bars for run in runs.runs]) == ("first op", [3, 2])
    assert [run.waiting_ps for run in runs.runs] == [None, None]
    assert runs.spread_of("waiting_ps") is None


def test_a_looped_first_op_tells_no_runs() -> None:
    data = streams([("a", 0, 10), ("a", 10, 10), ("b", 20, 10)])
    (runs,) = module_runs(read_profile(data))
    assert (runs.told_by, runs.runs, runs.unplaced) == ("nothing", (), 3)
    assert (runs.median_run, runs.spread_of("busy_ps")) == (None, None)


def threads(*rows: list[tuple[str, int, int, int]]) -> bytes:
    """A CPU's threads: ``(op, start, duration, run)`` each."""
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    for number, row in enumerate(rows):
        line = plane.line(f"thread {number}", timestamp_ns=7)
        for name, at, length, run in row:
            line.event(plane.kind(name), at, length, hlo_op=name, hlo_module="jit_f", run_id=run)
            line.event(plane.kind(f"end: {name}"), at + length, 0, hlo_op=name)
    return space.bytes()


def test_a_cpu_run_is_on_several_threads() -> None:
    data = threads(
        [("a", 0, 100, -5), ("a", 1000, 100, -4)],
        [("b", 50, 100, -5), ("b", 1050, 200, -4)],
    )
    profile = read_profile(data)
    (runs,) = module_runs(profile)
    assert runs.told_by == "run ids"
    assert [(run.envelope_ps, run.busy_ps, run.bars) for run in runs.runs] == [
        (150, 150, 2),
        (250, 250, 2),
    ]
    rows = {row.op.name: row for row in op_table(profile)}
    assert (rows["a"].occurrences, rows["a"].total_ps) == (2, 200)
    assert (rows["b"].occurrences, rows["b"].total_ps) == (2, 300)


def test_runs_that_overlap_keep_their_own_work() -> None:
    data = threads([("a", 0, 100, 1), ("a", 150, 100, 1)], [("a", 50, 100, 2)])
    (runs,) = module_runs(read_profile(data))
    assert sorted((run.envelope_ps, run.busy_ps) for run in runs.runs) == [(100, 100), (250, 200)]


def test_module_by_module_over_chips() -> None:
    space = SpaceBuilder()
    for chip in (0, 1):
        add_chip(space, three_runs(), chip=chip)
    runs = module_runs(read_profile(space.bytes()))
    assert [(name, len(chips)) for name, chips in each_module(runs)] == [("jit_f", 2)]
