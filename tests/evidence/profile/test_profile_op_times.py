"""How long each op took in each run."""

from __future__ import annotations

from tests.evidence.profile.profile_builder import Bar, SpaceBuilder, Unsigned, tpu_profile
from xlagym.evidence.profile.ops.op_times import main_runs, op_times
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import module_runs

FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %p), kind=kLoop, calls=%fused"
DOT = "%dot.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)"
WHILE = "%while.1 = f32[8]{0} while(f32[8]{0} %x), body=%b"


def test_one_column_a_run() -> None:
    bars = [Bar(FUSION, 0, 100), Bar(DOT, 110, 50), Bar(FUSION, 1000, 120), Bar(DOT, 1130, 70)]
    profile = read_profile(tpu_profile(bars, runs=[(0, 400), (1000, 1400)]))
    fusion, dot = op_times(profile, module_runs(profile)[0])
    assert (fusion.op.name, fusion.total_ps.tolist()) == ("fusion.1", [100, 120])
    assert (dot.op.name, dot.self_ps.tolist()) == ("dot.1", [50, 70])
    assert dot.occurrences.tolist() == [1, 1]
    assert fusion.total is not None and fusion.total.median == 110


def test_a_loop_owns_what_its_ops_leave() -> None:
    bars = [Bar(WHILE, 0, 100), Bar(DOT, 10, 30), Bar(DOT, 50, 40)]
    profile = read_profile(tpu_profile(bars))
    times = {each.op.name: each for each in op_times(profile, module_runs(profile)[0])}
    assert times["while.1"].total_ps.tolist() == [100]
    assert times["while.1"].self_ps.tolist() == [30]
    assert (times["dot.1"].total_ps.tolist(), times["dot.1"].occurrences.tolist()) == ([70], [2])


def test_threads_of_a_cpu_are_added() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    for thread in ("one", "two"):
        line = plane.line(thread)
        for run, at in ((5, 0), (9, 1000)):
            line.event(
                plane.kind("dot.1"),
                at,
                40,
                hlo_op="dot.1",
                hlo_module="jit_f",
                program_id=Unsigned(3),
                run_id=run,
            )
    profile = read_profile(space.bytes())
    (dot,) = op_times(profile, module_runs(profile)[0])
    assert (dot.total_ps.tolist(), dot.occurrences.tolist()) == ([80, 80], [2, 2])


def test_an_op_outside_every_run_is_left_out() -> None:
    bars = [Bar(DOT, 0, 10), Bar(FUSION, 1000, 100), Bar(DOT, 1100, 50)]
    profile = read_profile(tpu_profile(bars, runs=[(1000, 1400)]))
    times = {each.op.name: each for each in op_times(profile, module_runs(profile)[0])}
    assert times["dot.1"].total_ps.tolist() == [50]


def test_the_runs_to_speak_of() -> None:
    assert main_runs(()) is None
    runs = module_runs(read_profile(tpu_profile([Bar(DOT, 0, 10)])))
    assert main_runs(runs) is runs[0]
