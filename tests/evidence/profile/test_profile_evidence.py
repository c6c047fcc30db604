"""Facts about other people's profiles, to the picosecond where XProf gives them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from xlagym.evidence.profile.health.faults import Fault, Weight
from xlagym.evidence.profile.health.health import examine
from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.ops.device_ops import OpRow, op_table, over_chips
from xlagym.evidence.profile.ops.op import OpRole
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import ModuleRuns, module_runs

TPU = "tpu/v6e-4chips-host-offload.xplane.pb"
CHIPS = tuple(f"/device:TPU:{chip}" for chip in range(4))
Shared = Callable[[str], bytes]


@pytest.fixture(scope="module")
def tpu(shared: Shared) -> Profile:
    return read_profile(shared(TPU))


@pytest.fixture(scope="module")
def table(tpu: Profile) -> dict[str, OpRow]:
    return {row.op.name: row for row in over_chips(op_table(tpu)) if row.op.module == "jit_f"}


def test_lines_of_chip_0(tpu: Profile) -> None:
    lines = dict(next(plane for plane in tpu.planes if plane.name == CHIPS[0]).lines)
    assert (
        lines["XLA Modules"],
        lines["XLA Ops"],
        lines["Async XLA Ops"],
    ) == (105, 1504, 600)
    (track,) = tpu.tracks_of(CHIPS[0])
    assert (track.op.size, len(track.ops), track.clock) == (1504, 17, "device")


def test_device_and_peaks(tpu: Profile) -> None:
    assert (tpu.device.kind, tpu.device.name, tpu.device.chips) == ("tpu", "TPU v6 Lite", 4)
    assert tpu.device.peak_flops == pytest.approx(918e12)
    assert tpu.device.peak_hbm_bandwidth == pytest.approx(1638e9, rel=1e-4)


def test_totals_to_the_picosecond(tpu: Profile, table: dict[str, OpRow]) -> None:
    done = table["copy-done.4"]
    assert (done.occurrences, done.total_ps) == (400, 77_773_215_731_250)
    reduce = {row.op.name: row for row in over_chips(op_table(tpu))}["all-reduce"]
    assert (reduce.occurrences, reduce.total_ps) == (12, 1_460_345_258_750)
    fusion = table["broadcast_add_fusion.1"]
    assert fusion.occurrences == 400
    assert fusion.total_ps / fusion.timed / 1e6 == pytest.approx(8155.27, abs=0.005)


def test_the_other_clock_is_left_out(tpu: Profile) -> None:
    """By the events' own times copy-done.4 would take 70.54 s instead of 77.77."""
    assert all(track.clock == "device" and not track.untimed.any() for track in tpu.tracks)


def test_what_the_metadata_says(table: dict[str, OpRow]) -> None:
    op = table["broadcast_add_fusion.1"].op
    assert (op.category, op.opcode, op.role) == ("loop fusion", "fusion", OpRole.COMPUTE)
    assert (op.flops, op.bytes_accessed) == (1_342_177_280, 10_737_418_240)
    assert op.program_id == 12190760917235803885
    assert op.op_name == "jit(f)/jit(main)/add"
    assert op.source.endswith("host_offload_stress_test.py:29")


def test_exposed_copies_and_compute(table: dict[str, OpRow]) -> None:
    for number in ("", ".1", ".2", ".3", ".4", ".5"):
        done = table[f"copy-done{number}"]
        assert done.op.role == OpRole.DONE
        assert done.exposed_ps is not None and done.exposed_ps > 70e12
    for number in ("", ".1", ".2"):
        row = table[f"broadcast_add_fusion{number}"]
        assert (row.op.role, row.exposed_ps) == (OpRole.COMPUTE, None)


@pytest.fixture(scope="module")
def pairs(tpu: Profile) -> tuple[AsyncPairs, ...]:
    return async_pairs(tpu)


@pytest.mark.parametrize("chip", CHIPS)
def test_six_hundred_pairs_on_each_chip(pairs: tuple[AsyncPairs, ...], chip: str) -> None:
    here = [each for each in pairs if each.plane == chip]
    assert sum(each.start_ps.size for each in here) == 600
    assert sum(each.unpaired for each in here) == 0


def test_one_copy_by_hand(pairs: tuple[AsyncPairs, ...]) -> None:
    """The last copy-start.2 on chip 0 and its done, from the times in the file."""
    (copy,) = (each for each in pairs if each.plane == CHIPS[0] and each.op.name == "copy-done.2")
    assert copy.start_op.name == "copy-start.2"
    assert copy.in_flight_ps[-1] == 97_521_740_187_500 - 97_130_540_066_250
    assert copy.hidden_ps[-1] == 7_929_243_750  # All of broadcast_add_fusion.2.
    assert copy.own_wait_ps is not None and copy.own_wait_ps[-1] == 194_098_121_250


def test_medians_of_one_copy(pairs: tuple[AsyncPairs, ...]) -> None:
    (copy,) = (each for each in pairs if each.plane == CHIPS[0] and each.op.name == "copy-done.2")
    found = [copy.in_flight, copy.hidden, copy.exposed, copy.own_wait]
    medians = [round(each.median / 1e9, 1) for each in found if each is not None]
    assert medians == [391.2, 7.9, 383.3, 194.1]


def test_the_union_of_waiting_is_not_the_sum(tpu: Profile, pairs: tuple[AsyncPairs, ...]) -> None:
    summed = sum(int(each.exposed_ps.sum()) for each in pairs if each.plane == CHIPS[0])
    runs = _runs(tpu, CHIPS[0])
    waited = sum(run.waiting_ps or 0 for run in runs.runs)
    exposed = sum(run.exposed_ps or 0 for run in runs.runs)
    assert tuple(round(each / 1e12, 1) for each in (summed, waited, exposed)) == (191.6, 76.0, 76.0)


def _runs(profile: Profile, chip: str) -> ModuleRuns:
    (found,) = (
        each for each in module_runs(profile) if each.plane == chip and each.module == "jit_f"
    )
    return found


@pytest.mark.parametrize("chip", CHIPS)
def test_a_hundred_runs_of_fifteen_ops(tpu: Profile, chip: str) -> None:
    runs = _runs(tpu, chip)
    assert (runs.told_by, len(runs.runs), runs.unplaced) == ("module events", 100, 0)
    assert {15} == {run.bars for run in runs.runs}
    envelope = runs.spread_of("envelope_ps")
    assert envelope is not None and 783e9 < envelope.low <= envelope.median < 785e9
    assert all(0 <= run.idle_ps < 2e6 for run in runs.runs)


def test_collectives_in_both_modules(tpu: Profile) -> None:
    found = [each for each in module_runs(tpu) if each.module == "jit__psum"]
    assert [(chip, 3) for chip in CHIPS] == [(each.plane, len(each.runs)) for each in found]


def test_programs_of_the_profile(tpu: Profile) -> None:
    program = tpu.programs[12190760917235803885]
    assert (program.name, program.ops["broadcast_add_fusion.1"].opcode) == ("jit_f", "fusion")


def test_health_of_the_real_ones(shared: Shared) -> None:
    tpu = examine(shared(TPU), "tpu")
    assert (tpu.healthy, [v.fault for v in tpu.verdicts]) == (True, [Fault.WARM_UP_INSIDE])
    assert "100 of 100 runs of jit_f begin after them" in tpu.verdicts[0].message
    assert examine(shared("gpu/mi300-jax-gemm.xplane.pb"), "gpu").verdicts == ()
    small = examine(shared("gpu/gtx1080ti-reactant.xplane.pb"), "gpu")
    assert [verdict.fault for verdict in small.verdicts] == [Fault.ONE_RUN]


def test_gpu_streams(shared: Shared) -> None:
    profile = read_profile(shared("gpu/mi300-jax-gemm.xplane.pb"))
    assert (profile.device.kind, profile.device.name) == ("gpu", "AMD")
    (track,) = profile.tracks
    assert (track.line, track.op.size) == ("Stream #16(Kernel)", 42)
    rows = {row.op.key: row for row in op_table(profile)}
    gemm = rows[49, "jit_dot", "custom-call.1"]
    assert (gemm.occurrences, gemm.total_ps) == (3, 1_833_003_000)
    assert gemm.op.kernel.startswith("Cijk_Ailk_Bljk_BBS_BH_MT256x224x64")
    assert (gemm.op.category, gemm.op.op_name) == ("custom-call", "jit(dot)/dot_general")
    assert (gemm.op.flops, gemm.op.bytes_accessed) == (None, None)
    runs = [each for each in module_runs(profile) if each.program_id == 49]
    assert [(each.told_by, len(each.runs)) for each in runs] == [("first op", 3)]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("bad/truncated.xplane.pb", Fault.TRUNCATED),
        ("bad/utf8-mangled.xplane.pb", Fault.MANGLED),
    ],
)
def test_the_bad_ones(shared: Shared, name: str, fault: Fault) -> None:
    found = examine(shared(name))
    assert found.profile is None and not found.healthy
    (verdict,) = found.verdicts
    assert (fault, Weight.FATAL) == (verdict.fault, verdict.weight)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_cut_anywhere(shared: Shared, part: float) -> None:
    data = shared(TPU)
    found = examine(data[: int(len(data) * part)])
    assert [verdict.fault for verdict in found.verdicts] == [Fault.TRUNCATED]
