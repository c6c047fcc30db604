"""Each fault has its own word, and none is a traceback."""

from __future__ import annotations

import io

import pytest

from tests.evidence.profile.profile_builder import (
    Bar,
    SpaceBuilder,
    Unsigned,
    add_chip,
    tpu_profile,
)
from xlagym.evidence.profile.health.faults import Fault, Weight
from xlagym.evidence.profile.health.health import Examination, examine, health
from xlagym.evidence.profile.ops.device_ops import op_table
from xlagym.evidence.profile.ops.op_track import DeviceKind
from xlagym.evidence.profile.reading import read_profile

FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %p), kind=kLoop, calls=%fused"
RUNS = [(0, 200), (1000, 1200), (2000, 2200)]
BARS = [Bar(FUSION, at, 100) for at, _ in RUNS]


def whole(
    *,
    chips: int = 1,
    compiles: list[int] | None = None,
    hostname: str = "a-host",
    whole: bool = True,
) -> SpaceBuilder:
    """A TPU profile of three runs, with compilations that end at the given own times."""
    space = SpaceBuilder(hostname=hostname, whole=whole)
    for chip in range(chips):
        add_chip(space, BARS, chip=chip, runs=RUNS, lag_ps=0)
    space.hlo("jit_f", 77, [("fusion.1", "fusion")])
    if compiles:
        plane = space.plane("/host:CPU")
        line = plane.line("main")
        for end in compiles:
            line.event(plane.kind("backend_compile"), end - 5, 5)
    return space


def faults(found: Examination) -> list[Fault]:
    return [verdict.fault for verdict in found.verdicts]


def judged(space: SpaceBuilder, expected: DeviceKind | None = "tpu") -> list[Fault]:
    return faults(examine(space.bytes(), expected))


def test_a_whole_profile_is_healthy() -> None:
    found = examine(whole(chips=4).bytes(), "tpu")
    assert (found.healthy, found.verdicts) == (True, ())


@pytest.mark.parametrize(
    ("data", "fault", "word"),
    [
        (b"", Fault.EMPTY, "zero bytes"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), Fault.NOT_A_PROFILE, "a PNG picture"),
        (b"HloModule jit_f\n", Fault.NOT_A_PROFILE, "HLO text"),
        (b"<!doctype html><p>Not found", Fault.NOT_A_PROFILE, "HTML"),
        (b"version https://git-lfs.github.com/spec/v1\n", Fault.NOT_A_PROFILE, "Git LFS pointer"),
        (b"just some text", Fault.NOT_A_PROFILE, "Byte 0 starts no field"),
        (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x01x", Fault.NOT_A_PROFILE, "starts no field"),
        (b'{"a": 1}', Fault.NOT_A_PROFILE, "without a list of traceEvents"),
        (b"[1, 2]", Fault.NOT_A_PROFILE, "without a list of traceEvents"),
        (b'{"traceEvents": [', Fault.TRUNCATED, "cut short"),
        (b"\x1f\x8bnope", Fault.NOT_A_PROFILE, "can't be unpacked"),
        (b"\x0a\x02\x1a\x7f", Fault.NOT_A_PROFILE, "do not parse"),
    ],
)
def test_what_can_not_be_read(data: bytes, fault: Fault, word: str) -> None:
    found = examine(data)
    (verdict,) = found.verdicts
    assert (found.profile, found.healthy) == (None, False)
    assert (verdict.fault, verdict.weight) == (fault, Weight.FATAL)
    assert word in verdict.message
    assert verdict.advice


def test_events_that_are_none() -> None:
    space = whole()
    space.message.planes[0].lines[1].events[1] = b"\xff\xff"
    found = examine(space.bytes())
    assert faults(found) == [Fault.NOT_A_PROFILE]
    assert "line 'XLA Ops' of plane '/device:TPU:0'" in found.verdicts[0].message


def test_too_large_is_refused_unread() -> None:
    data = whole().bytes()
    for source in (data, io.BytesIO(data)):
        found = examine(source, limit=len(data) - 1)
        assert faults(found) == [Fault.TOO_LARGE]
        assert "none of it was read" in found.verdicts[0].message
    assert examine(io.BytesIO(data), limit=len(data)).healthy


def test_cut_at_the_end_of_a_plane() -> None:
    found = examine(whole(whole=False).bytes(), "tpu")
    assert (faults(found), found.healthy) == ([Fault.TRUNCATED], True)
    assert found.verdicts[0].weight == Weight.MARKED


def test_every_cut_is_noticed() -> None:
    data = whole(hostname="").bytes()
    for length in range(len(data)):
        found = examine(data[:length], "tpu")
        assert found.verdicts, length


def test_no_device_plane() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    plane.line("main").event(plane.kind("f"), 0, 9, hlo_op="f", hlo_module="jit_f")
    assert judged(space, "tpu")[0] == Fault.NO_DEVICE
    assert "No /device:TPU plane" in examine(space.bytes(), "tpu").verdicts[0].message
    assert judged(space, "cpu") == [Fault.ONE_RUN]


def test_nothing_at_all() -> None:
    space = SpaceBuilder()
    space.plane("/host:CPU").line("main")
    assert judged(space, None) == [Fault.NO_DEVICE]


def test_ops_missing() -> None:
    space = SpaceBuilder()
    space.plane("/device:TPU:0").line("XLA Ops")
    assert judged(space) == [Fault.OPS_MISSING]


def test_ops_missing_on_one_chip() -> None:
    space = whole()
    plane = space.plane("/device:TPU:1")
    plane.line("XLA Modules").event(plane.kind("jit_f(77)"), 0, 100)
    found = examine(space.bytes(), "tpu")
    assert faults(found) == [Fault.OPS_MISSING]
    assert "/device:TPU:1 has 1 events and not one op" in found.verdicts[0].message


def test_dropped_events_without_the_hosts_name() -> None:
    space = whole()
    space.message.warnings.append(
        b"Detected GPU events dropped on a-host: Profiler has collected 9 driver events. "
        b"1234 events dropped because the buffer is full; 6 events dropped because of age."
    )
    found = examine(space.bytes())
    assert (faults(found), found.healthy) == ([Fault.DROPPED], False)
    message = found.verdicts[0].message
    assert "dropped 1,240 events (of age; the buffer is full)" in message
    assert "a-host" not in message


def test_dropped_by_a_planes_own_count() -> None:
    space = whole()
    space.plane("/device:TPU:0 SparseCore 0", dropped_traces=Unsigned(3))
    assert judged(space) == [Fault.DROPPED]


def test_a_collectors_error_without_the_hosts_name() -> None:
    space = whole()
    space.message.errors.append(b"a-host: no permission")
    (verdict,) = examine(space.bytes()).verdicts
    assert verdict.fault == Fault.COLLECTOR_ERROR
    assert "(host): no permission" in verdict.message


def test_only_warm_up() -> None:
    found = examine(whole(compiles=[100, 5000]).bytes(), "tpu")
    assert (faults(found), found.healthy) == ([Fault.WARM_UP_ONLY], False)
    assert "2 compilations" in found.verdicts[0].message


def test_warm_up_inside() -> None:
    found = examine(whole(compiles=[900]).bytes(), "tpu")
    assert (faults(found), found.healthy) == ([Fault.WARM_UP_INSIDE], True)
    assert "2 of 3 runs of jit_f begin after" in found.verdicts[0].message


def test_pythons_own_compile_is_no_compilation() -> None:
    space = whole()
    plane = space.plane("/host:CPU")
    plane.line("main").event(plane.kind("$builtins compile"), 4000, 5)
    assert judged(space) == []


def test_one_run_only() -> None:
    assert faults(examine(tpu_profile(BARS[:1]), "tpu")) == [Fault.ONE_RUN]


def test_runs_that_can_not_be_told() -> None:
    space = SpaceBuilder()
    plane = space.plane("/device:GPU:0")
    line = plane.line("Stream #1(Compute)")
    for name, at in (("a", 0), ("a", 10), ("b", 20)):
        line.event(plane.kind(name), at, 5, hlo_op=name, hlo_module="jit_f", program_id=3)
    space.hlo("jit_f", 3, [("a", "fusion"), ("b", "fusion")])
    assert judged(space, "gpu") == [Fault.NO_RUNS]


def test_no_hlo_of_the_traced_module() -> None:
    space = SpaceBuilder()
    add_chip(space, BARS, runs=RUNS)
    found = examine(space.bytes(), "tpu")
    assert (faults(found), found.healthy) == ([Fault.NO_HLO], False)


def test_several_hosts() -> None:
    space = whole()
    space.message.hostnames.append(b"b-host")
    found = examine(space.bytes(), "tpu")
    assert (faults(found), found.healthy) == ([Fault.SEVERAL_HOSTS], True)
    assert "host" not in found.verdicts[0].message.replace("hosts", "")


def test_two_planes_of_one_name() -> None:
    space = whole()
    add_chip(space, BARS, chip=0, runs=RUNS)
    found = examine(space.bytes(), "tpu")
    assert (faults(found), found.healthy) == ([Fault.SEVERAL_HOSTS], False)


def test_two_clocks_never_meet_in_one_sum() -> None:
    """The last event lacks the device's times: it is counted, and its own time is left out."""
    space = whole()
    plane = space.message.planes[0]
    (ops,) = (line for line in plane.lines if line.name == b"XLA Ops")
    ops.events.append(bytes([8, 2, 16, 5, 24, 100]))
    profile = read_profile(space.bytes())
    (row,) = op_table(profile)
    assert (row.occurrences, row.timed, row.total_ps) == (4, 3, 300)
    (verdict,) = health(profile, "tpu")
    assert verdict.fault == Fault.MIXED_CLOCKS
    assert "1 of 4 op events" in verdict.message


def test_a_duration_below_zero_is_no_time() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    line = plane.line("main")
    for at, length in ((0, 10), (20, -10)):
        line.event(plane.kind("f"), at, length, hlo_op="f", hlo_module="jit_f")
    (row,) = op_table(read_profile(space.bytes()))
    assert (row.occurrences, row.timed, row.total_ps) == (2, 1, 10)


def test_lines_from_different_ages() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    for stamp in (0, 1 << 60):
        plane.line("t", timestamp_ns=stamp).event(plane.kind("f"), 0, 9, hlo_op="f")
    found = examine(space.bytes())
    assert faults(found) == [Fault.NOT_A_PROFILE]
    assert "ns apart" in found.verdicts[0].message


def test_timestamps_since_the_epoch_fit() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    for late in (0, 3):
        line = plane.line("t", timestamp_ns=1_700_000_000_000_000_000 + late)
        line.event(plane.kind("f"), 5, 9, hlo_op="f", hlo_module="jit_f")
    starts = [int(track.start_ps[0]) for track in read_profile(space.bytes()).tracks]
    assert starts == [5, 3005]
