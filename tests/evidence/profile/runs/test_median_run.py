"""The run in the middle as a timeline: rows a chip, flights, what ops take in it and in all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evidence.profile.profile_builder import Bar, SpaceBuilder, add_chip
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.median_run import chip_name, median_run
from xlagym.evidence.profile.runs.module_runs import module_runs
from xlagym.evidence.timeline.timeline import BarKind, Timeline

SHAPE = "(f32[8]{0:T(128)}, f32[8]{0:T(128)S(5)}, u32[]{:S(2)})"
START = f"%copy-start.1 = {SHAPE} copy-start(f32[8]{{0}} %p)"
DONE = f"%copy-done.1 = f32[8]{{0}} copy-done({SHAPE} %copy-start.1)"
FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %p), kind=kLoop, calls=%fused"
TPU = "tpu/v6e-4chips-host-offload.xplane.pb"


def run_of(begin: int, compute: int, wait: int) -> list[Bar]:
    """A run: a start, a fusion, a done that waits."""
    return [
        Bar(START, begin, 10),
        Bar(FUSION, begin + 10, compute),
        Bar(DONE, begin + 10 + compute, wait),
    ]


def two_chips() -> Profile:
    """Three runs of 100, 160 and 130 on chip 0; chip 1 begins each of them later."""
    space = SpaceBuilder()
    lengths = [(50, 40), (90, 60), (70, 50)]
    for chip, lag in ((0, 0), (1, 10_000)):
        bars, runs = [], []
        for number, (compute, wait) in enumerate(lengths):
            begin = 1_000 * number + lag
            bars += run_of(begin, compute, wait)
            runs.append((begin, begin + 10 + compute + wait + 1))
        add_chip(space, bars, chip=chip, runs=runs)
    space.hlo("jit_f", 77, [("copy-start.1", "copy-start"), ("fusion.1", "fusion")])
    return read_profile(space.bytes())


@pytest.fixture(scope="module")
def made() -> Timeline:
    found = median_run(two_chips())
    assert found is not None
    return found


def names(timeline: Timeline) -> list[str]:
    return [op.name for op in timeline.ops]


def test_the_run_in_the_middle_is_shown(made: Timeline) -> None:
    assert made.runs is not None
    assert (made.runs.count, made.runs.shown) == (3, 2)
    assert (made.unit, made.end) == ("ps", 130)
    spread = made.runs.length
    assert (spread.low, spread.median, spread.high) == (100, 130, 160)


def test_rows_for_each_chip_from_its_own_start(made: Timeline) -> None:
    assert [(row.chip, row.label) for row in made.rows] == [
        ("TPU:0", "ops"),
        ("TPU:0", "in flight"),
        ("TPU:1", "ops"),
        ("TPU:1", "in flight"),
    ]
    for row in made.rows:
        assert row.bars[0].start == 0
    ops = [(bar.start, bar.end, bar.kind) for bar in made.rows[2].bars]
    assert ops == [(0, 10, BarKind.MARK), (10, 80, BarKind.WORK), (80, 130, BarKind.WAIT)]


def test_a_start_and_its_done_are_one(made: Timeline) -> None:
    assert names(made) == ["copy-done.1", "fusion.1"]
    op = made.ops[0]
    assert op.flight is not None
    assert (op.flight.start, op.flight.in_flight) == ("copy-start.1", 130)
    assert (op.flight.hidden, op.flight.exposed, op.flight.own_wait) == (70, 60, 50)
    assert op.flight.over == (1,)
    assert (op.times, op.own, op.opcode) == (1, 50, "copy-done")


def test_what_an_op_takes_in_all_runs_stands_beside(made: Timeline) -> None:
    fusion = made.ops[1]
    assert (fusion.own, fusion.total, fusion.longest) == (70, 70, 70)
    assert fusion.runs is not None
    assert (fusion.runs.low, fusion.runs.median, fusion.runs.high) == (50, 70, 90)


def test_another_module_is_not_in_it() -> None:
    assert median_run(two_chips(), module="jit_g") is None
    assert median_run(two_chips(), module="jit_f") is not None


def test_a_loop_on_a_cpu_is_a_span_over_its_body(cpu_xplane: Path) -> None:
    profile = read_profile(cpu_xplane.read_bytes())
    found = median_run(profile, "jit_looped")
    assert found is not None
    (loops,) = [row for row in found.rows if row.label == "loops"]
    span = loops.bars[0]
    op = found.ops[span.op]
    assert (op.opcode, op.times) == ("while", 1)
    assert op.total == span.length
    assert op.own is not None
    assert op.own < span.length
    inside = [bar for row in found.rows for bar in row.bars if bar.kind is BarKind.WORK]
    assert sum(span.start <= bar.start and bar.end <= span.end for bar in inside) >= 5
    assert sum(op.own or 0 for op in found.ops) <= found.end
    assert found.flights == ()


def test_it_is_the_run_that_module_runs_calls_the_median(cpu_xplane: Path) -> None:
    profile = read_profile(cpu_xplane.read_bytes())
    found = median_run(profile, "jit_looped")
    (runs,) = [each for each in module_runs(profile) if each.module == "jit_looped"]
    assert found is not None
    assert runs.median_run is not None
    assert found.end == runs.median_run.envelope_ps
    assert sum(len(row.bars) for row in found.rows) == runs.median_run.bars


def test_four_real_chips(shared: Callable[[str], bytes]) -> None:
    found = median_run(read_profile(shared(TPU)))
    assert found is not None
    assert found.runs is not None
    assert found.runs.count == 100
    assert [row.chip for row in found.rows if row.label == "ops"] == [
        f"TPU:{chip}" for chip in range(4)
    ]
    flight = found.ops[found.index("copy-done.2")].flight
    assert flight is not None
    times = (flight.in_flight, flight.hidden, flight.exposed, flight.own_wait)
    assert times == (391_191_078_750, 7_917_953_750, 383_273_125_000, 194_106_165_000)
    assert [found.ops[at].name for at in flight.over] == ["broadcast_add_fusion.2"]
    assert found.runs.waiting == 760_071_565_000


def test_chips_by_name() -> None:
    assert [chip_name(plane) for plane in ("/device:TPU:3", "/host:CPU")] == ["TPU:3", "CPU"]
