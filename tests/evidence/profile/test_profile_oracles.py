"""Our op table against XProf's, our counts and durations against jax's ProfileData."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evidence.profile.profile_builder import Bar, tpu_profile
from xlagym.evidence.profile.formats.xspace import read_xplane
from xlagym.evidence.profile.ops.device_ops import OpRow, op_table, over_chips
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import module_runs

Shared = Callable[[str], bytes]
Key = tuple[str, str]


def hlo_stats(data: bytes, folder: Path) -> dict[Key, tuple[int, float, float]]:
    """XProf's occurrences, total and self time in µs, by program id and op.

    XProf leaves a cache beside what it reads, and would answer from it the next time; so each
    call needs a folder of its own.
    """
    from xprof.convert.raw_to_tool_data import xspace_to_tool_data

    path = folder / "copy.xplane.pb"
    path.write_bytes(data)
    answer = xspace_to_tool_data([str(path)], "hlo_stats", {})[0]
    assert answer is not None
    table = json.loads(answer)
    columns = [column["id"] for column in table["cols"]]
    rows = [
        dict(zip(columns, (cell["v"] for cell in row["c"]), strict=True)) for row in table["rows"]
    ]
    assert rows, "a comparison with nothing proves nothing"
    return {
        (row["program_id"], row["hlo_op_name"]): (
            int(row["occurrences"]),
            row["total_time"],
            row["total_self_time"],
        )
        for row in rows
    }


def ours(data: bytes) -> dict[Key, OpRow]:
    rows = over_chips(op_table(read_profile(data)))
    assert rows
    return {(str(row.op.program_id), row.op.name): row for row in rows}


def assert_agree(data: bytes, folder: Path) -> int:
    """Every op on either side: occurrences exactly, times within a nanosecond an event."""
    theirs, mine = hlo_stats(data, folder), ours(data)
    assert theirs.keys() == mine.keys()
    for key, (occurrences, total_us, self_us) in theirs.items():
        row = mine[key]
        assert occurrences == row.occurrences, key
        assert abs(total_us * 1e6 - row.total_ps) <= 1000 * occurrences, key
        assert abs(self_us * 1e6 - row.self_ps) <= 1000 * occurrences, key
    return len(theirs)


@pytest.mark.parametrize(
    ("name", "ops"),
    [
        ("tpu/v6e-4chips-host-offload.xplane.pb", 17),
        ("gpu/mi300-jax-gemm.xplane.pb", 16),
        ("gpu/gtx1080ti-reactant.xplane.pb", 1),
    ],
)
def test_every_op_agrees_with_xprof(shared: Shared, tmp_path: Path, name: str, ops: int) -> None:
    assert ops == assert_agree(shared(name), tmp_path)


def test_tpu_totals_agree_to_the_picosecond(shared: Shared, tmp_path: Path) -> None:
    data = shared("tpu/v6e-4chips-host-offload.xplane.pb")
    mine = ours(data)
    for key, (_, total_us, self_us) in hlo_stats(data, tmp_path).items():
        assert (round(total_us * 1e6), round(self_us * 1e6)) == (
            mine[key].total_ps,
            mine[key].self_ps,
        )


WHILE = "%while.1 = (f32[8]{0}) while((f32[8]{0}) %p), condition=%c, body=%b"
INNER = "%while.2 = (f32[8]{0}) while((f32[8]{0}) %q), condition=%d, body=%e"
FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop, calls=%fused"
DOT = "%dot.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)"


def test_nested_self_time_agrees_with_xprof(tmp_path: Path) -> None:
    bars = [
        Bar(WHILE, 1_000_000, 900_000),
        Bar(FUSION, 1_100_000, 100_000),
        Bar(INNER, 1_300_000, 400_000),
        Bar(FUSION, 1_310_000, 50_000),
        Bar(DOT, 1_400_000, 250_000),
        Bar(DOT, 2_000_000, 70_000),
    ]
    data = tpu_profile(bars, chips=2)
    assert assert_agree(data, tmp_path) == 4
    assert ours(data)["77", "while.1"].self_ps == 2 * 400_000
    assert ours(data)["77", "while.2"].self_ps == 2 * 100_000


def test_counts_of_every_line_agree_with_profile_data(shared: Shared) -> None:
    from jax.profiler import ProfileData

    data = shared("tpu/v6e-4chips-host-offload.xplane.pb")
    theirs = [
        (plane.name, line.name, len(list(line.events)))
        for plane in ProfileData.from_serialized_xspace(data).planes
        for line in plane.lines
    ]
    mine = [
        (plane.name, line.name, line.columns().offset_ps.size)
        for plane in read_xplane(data).planes
        for line in plane.lines
    ]
    assert theirs == mine
    assert sum(count for *_, count in mine) > 20_000


def test_cpu_ops_agree_with_profile_data(cpu_xplane: Path) -> None:
    from jax.profiler import ProfileData

    data = cpu_xplane.read_bytes()
    counts: Counter[str] = Counter()
    nanoseconds: Counter[str] = Counter()
    for plane in ProfileData.from_serialized_xspace(data).planes:
        for line in plane.lines:
            for event in line.events:
                name = dict(event.stats).get("hlo_op")
                if name is not None and not event.name.startswith("end: "):
                    counts[name] += 1
                    nanoseconds[name] += round(event.duration_ns)
    assert sum(counts.values()) > 100
    rows = {row.op.name: row for row in op_table(read_profile(data))}
    assert counts == {name: row.occurrences for name, row in rows.items()}
    assert nanoseconds == {name: row.total_ps // 1000 for name, row in rows.items()}
    assert all(row.total_ps % 1000 == 0 for row in rows.values())


def test_cpu_runs_and_sources(cpu_xplane: Path) -> None:
    profile = read_profile(cpu_xplane.read_bytes())
    assert (profile.device.kind, profile.device.chips) == ("cpu", 0)
    (runs,) = module_runs(profile)
    assert (runs.module, runs.told_by, len(runs.runs)) == ("jit_looped", "run ids", 4)
    assert all(run.waiting_ps is None and 0 <= run.idle_ps < run.envelope_ps for run in runs.runs)
    assert runs.median_run in runs.runs
    ops = {row.op.name: row for row in op_table(profile)}
    assert next(row.occurrences for row in ops.values() if row.op.opcode == "while") == 4
    assert any("dot_general" in row.op.op_name for row in ops.values())
    assert any(row.op.source.startswith("<string>:") for row in ops.values())
    assert {"jit_looped"} == {row.op.module for row in ops.values()}


def test_chrome_trace_of_the_same_cpu_run(cpu_trace: Path, cpu_xplane: Path) -> None:
    (path,) = cpu_trace.glob("*.trace.json.gz")
    profile = read_profile(path.read_bytes())
    assert profile.form == "chrome"
    poorer = {row.op.name: row for row in op_table(profile)}
    full = {row.op.name: row for row in op_table(read_profile(cpu_xplane.read_bytes()))}
    assert poorer.keys() == full.keys()
    for name, row in poorer.items():
        assert (full[name].occurrences, full[name].total_ps) == (row.occurrences, row.total_ps)
        assert row.op.program_id is None
    assert [len(each.runs) for each in module_runs(profile)] == [4]
