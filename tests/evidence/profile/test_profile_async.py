"""Hidden, exposed and own wait, worked by hand. Times in picoseconds."""

from __future__ import annotations

import pytest

from tests.evidence.profile.profile_builder import (
    Bar,
    PlaneBuilder,
    SpaceBuilder,
    Unsigned,
    tpu_profile,
)
from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.ops.device_ops import op_table
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import module_runs

SHAPE = "(f32[8]{0:T(128)}, f32[8]{0:T(128)S(5)}, u32[]{:S(2)})"
FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %p), kind=kLoop, calls=%fused"
WHILE = "%while.1 = (f32[8]{0}) while((f32[8]{0}) %p), condition=%c, body=%b"


def start(number: int) -> str:
    return f"%copy-start.{number} = {SHAPE} copy-start(f32[8]{{0}} %p)"


def done(number: int) -> str:
    return f"%copy-done.{number} = f32[8]{{0}} copy-done({SHAPE} %copy-start.{number})"


def paired(data: bytes) -> dict[str, AsyncPairs]:
    return {each.op.name: each for each in async_pairs(read_profile(data))}


def figures(pairs: AsyncPairs) -> list[tuple[int, int, int, int]]:
    """In flight, hidden, exposed and own wait of each pair."""
    assert pairs.own_wait_ps is not None
    columns = (pairs.in_flight_ps, pairs.hidden_ps, pairs.exposed_ps, pairs.own_wait_ps)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_nothing_hides_it() -> None:
    """In flight 0 to 120, no compute: all exposed, and the done waits from 20 to 120."""
    bars = [Bar(start(1), 0, 10), Bar(done(1), 20, 100)]
    assert figures(paired(tpu_profile(bars))["copy-done.1"]) == [(120, 0, 120, 100)]


def test_partly_hidden() -> None:
    """In flight 0 to 100 with compute from 10 to 60; the done waits for the last 40."""
    bars = [Bar(start(1), 0, 10), Bar(FUSION, 10, 50), Bar(done(1), 60, 40)]
    assert figures(paired(tpu_profile(bars))["copy-done.1"]) == [(100, 50, 50, 40)]


def test_two_at_once_under_one_fusion() -> None:
    """The first is in flight 0 to 111, the second 5 to 112, compute is 10 to 110.

    Exposed are 11 and 7, which overlap: the run has only 12 without compute.
    """
    bars = [
        Bar(start(1), 0, 5),
        Bar(start(2), 5, 5),
        Bar(FUSION, 10, 100),
        Bar(done(1), 110, 1),
        Bar(done(2), 111, 1),
    ]
    data = tpu_profile(bars)
    pairs = paired(data)
    assert figures(pairs["copy-done.1"]) == [(111, 100, 11, 1)]
    assert figures(pairs["copy-done.2"]) == [(107, 100, 7, 1)]
    (runs,) = module_runs(read_profile(data))
    (run,) = runs.runs
    assert (run.envelope_ps, run.busy_ps, run.idle_ps) == (112, 112, 0)
    assert (run.waiting_ps, run.exposed_ps) == (2, 12)
    rows = {row.op.name: row for row in op_table(read_profile(data))}
    assert (rows["copy-done.1"].hidden_ps, rows["copy-done.1"].exposed_ps) == (100, 11)
    assert (rows["copy-start.1"].hidden_ps, rows["fusion.1"].exposed_ps) == (None, None)


def test_a_loop_hides_only_by_what_is_in_it() -> None:
    """The loop spans 10 to 90, its body computes for 30 of that."""
    bars = [
        Bar(start(1), 0, 10),
        Bar(WHILE, 10, 80),
        Bar(FUSION, 20, 10),
        Bar(FUSION, 40, 20),
        Bar(done(1), 90, 5),
    ]
    data = tpu_profile(bars)
    assert figures(paired(data)["copy-done.1"]) == [(95, 30, 65, 5)]
    (run,) = module_runs(read_profile(data))[0].runs
    assert (run.busy_ps, run.idle_ps) == (45, 50)


def test_each_done_takes_the_last_start_before_it() -> None:
    """Three iterations; the window cuts the first start and the last done off."""
    bars = [Bar(done(1), 0, 5)]
    for at in (100, 200):
        bars += [Bar(start(1), at, 5), Bar(done(1), at + 50, 10)]
    bars.append(Bar(start(1), 300, 5))
    pairs = paired(tpu_profile(bars))["copy-done.1"]
    assert figures(pairs) == [(60, 0, 60, 10), (60, 0, 60, 10)]
    assert (pairs.start_ps.tolist(), pairs.unpaired) == ([100, 200], 2)


def test_a_start_is_not_used_twice() -> None:
    bars = [Bar(start(1), 0, 5), Bar(done(1), 10, 5), Bar(done(1), 20, 5)]
    pairs = paired(tpu_profile(bars))["copy-done.1"]
    assert (pairs.end_ps.tolist(), pairs.unpaired) == ([15], 1)


def test_through_an_update_to_the_start() -> None:
    bars = [
        Bar("%async-start.1 = ((f32[8]{0}), f32[8]{0}) async-start(f32[8]{0} %p), calls=%w", 0, 5),
        Bar("%async-update.1 = ((f32[8]{0}), f32[8]{0}) async-update(%async-start.1)", 20, 5),
        Bar("%async-done.1 = f32[8]{0} async-done(%async-update.1), calls=%w", 50, 10),
    ]
    pairs = paired(tpu_profile(bars))["async-done.1"]
    assert (pairs.start_op.name, figures(pairs)) == ("async-start.1", [(60, 0, 60, 10)])


def test_a_collective_does_not_hide_another() -> None:
    reduce = "%all-reduce.1 = f32[8]{0} all-reduce(f32[8]{0} %p), to_apply=%add"
    bars = [Bar(start(1), 0, 10), Bar(reduce, 10, 50), Bar(done(1), 60, 40)]
    assert figures(paired(tpu_profile(bars))["copy-done.1"]) == [(100, 0, 100, 40)]


def test_spread_over_pairs() -> None:
    bars = []
    for at, wait in ((0, 10), (100, 20), (200, 60)):
        bars += [Bar(start(1), at, 5), Bar(done(1), at + 5, wait)]
    pairs = paired(tpu_profile(bars))["copy-done.1"]
    assert pairs.own_wait is not None and pairs.hidden is not None
    assert (pairs.own_wait.low, pairs.own_wait.median, pairs.own_wait.high) == (10, 20, 60)
    assert (pairs.own_wait.count, pairs.hidden.high) == (3, 0)


def gpu_profile() -> bytes:
    """A collective's kernel from 100 to 200 on one stream, compute 150 to 300 on another."""
    space = SpaceBuilder()
    plane: PlaneBuilder = space.plane("/device:GPU:0", gpu_device_name="NVIDIA H200")
    for stream, name, at, length in (
        ("Stream #1(Compute)", "fusion.1", 150, 150),
        ("Stream #2(Compute)", "all-reduce-start.1", 100, 100),
    ):
        line = plane.line(stream)
        kind = plane.kind(f"kernel_{name}")
        line.event(kind, at, length, hlo_op=name, hlo_module="jit_f", program_id=Unsigned(3))
    space.hlo("jit_f", 3, [("fusion.1", "fusion"), ("all-reduce-start.1", "all-reduce-start")])
    return space.bytes()


def test_a_gpus_collective_kernel_under_another_stream() -> None:
    (pairs,) = async_pairs(read_profile(gpu_profile()))
    assert (pairs.op.name, pairs.own_wait_ps) == ("all-reduce-start.1", None)
    assert pairs.own_wait is None
    assert (pairs.in_flight_ps.tolist(), pairs.hidden_ps.tolist()) == ([100], [50])


@pytest.mark.parametrize("chips", [1, 4])
def test_every_chip_by_itself(chips: int) -> None:
    bars = [Bar(start(1), 0, 10), Bar(done(1), 20, 100)]
    pairs = async_pairs(read_profile(tpu_profile(bars, chips=chips)))
    assert [each.plane for each in pairs] == [f"/device:TPU:{chip}" for chip in range(chips)]
