"""Our op table against that of xprof-rs, op by op and to the picosecond."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.evidence.profile.profile_builder import Bar, Ref, SpaceBuilder, tpu_profile
from tests.evidence.profile.xprof_rs import rust_rows, without_hlo
from xlagym.evidence.profile.ops.device_ops import OpRow, op_table, over_chips
from xlagym.evidence.profile.reading import read_profile

Shared = Callable[[str], bytes]

GROUPS = {"copy": "data formatting", "add": "non-fusion elementwise"}
"""What XProf, and xprof-rs after it, calls some opcodes of a GPU."""

WHILE = "%while.1 = (f32[8]{0}) while((f32[8]{0}) %p), condition=%c, body=%b"
INNER = "%while.2 = (f32[8]{0}) while((f32[8]{0}) %q), condition=%d, body=%e"
FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop, calls=%fused"
DOT = "%dot.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)"
START = "%copy-start.1 = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(f32[8]{0} %p)"
DONE = "%copy-done.1 = f32[8]{0} copy-done((f32[8]{0}, f32[8]{0}, u32[]) %copy-start.1)"


def assert_same(mine: bytes, theirs: bytes, folder: Path) -> dict[tuple[str, str], OpRow]:
    """Every op on either side: occurrences and times exactly, category, source."""
    rust = rust_rows(theirs, folder)
    rows = {
        (str(row.op.program_id), row.op.name): row
        for row in over_chips(op_table(read_profile(mine)))
    }
    assert rust.keys() == rows.keys()
    for key, row in rows.items():
        other = rust[key]
        assert row.occurrences == row.timed == other.occurrences, key
        assert (row.total_ps, row.self_ps) == (round(other.total_ps), round(other.self_ps)), key
        category = row.op.category
        assert other.category in (category, GROUPS.get(category, category)), key
        assert row.op.source.rpartition(":")[0] == other.source_file, key
    return rows


def test_a_tpu_of_four_chips(shared: Shared, tmp_path: Path) -> None:
    data = shared("tpu/v6e-4chips-host-offload.xplane.pb")
    rows = assert_same(data, without_hlo(data), tmp_path)
    assert (len(rows), sum(row.occurrences for row in rows.values())) == (17, 6013)


@pytest.mark.parametrize(
    ("name", "ops"), [("gpu/mi300-jax-gemm.xplane.pb", 16), ("gpu/gtx1080ti-reactant.xplane.pb", 1)]
)
def test_gpus(shared: Shared, tmp_path: Path, name: str, ops: int) -> None:
    data = shared(name)
    assert len(assert_same(data, data, tmp_path)) == ops


def test_loops_in_loops(tmp_path: Path) -> None:
    bars = [
        Bar(WHILE, 1_000_000, 900_000),
        Bar(FUSION, 1_100_000, 100_001),
        Bar(INNER, 1_300_000, 400_003),
        Bar(FUSION, 1_310_000, 50_000),
        Bar(DOT, 1_400_000, 250_007),
        Bar(DOT, 2_000_000, 70_000),
    ]
    data = tpu_profile(bars, chips=3)
    rows = assert_same(data, data, tmp_path)
    assert rows["77", "while.1"].self_ps == 3 * 399_996
    assert rows["77", "while.2"].self_ps == 3 * 99_996


def test_many_events_of_every_length(tmp_path: Path) -> None:
    """From picoseconds to minutes, so that a time takes one byte or seven."""
    bars, at = [], 0
    for number in range(3000):
        length = 1 + 7 ** (number % 16) % 40_000_000_000
        bars.append(Bar((START, FUSION, DOT, DONE)[number % 4], at, length))
        at += length + number % 3
    data = tpu_profile(bars)
    rows = assert_same(data, data, tmp_path)
    assert [rows["77", name].occurrences for name in ("copy-start.1", "dot.1")] == [750, 750]
    assert sum(row.total_ps for row in rows.values()) == sum(bar.duration_ps for bar in bars)


def test_streams_of_a_gpu(cpu_xplane: Path, tmp_path: Path) -> None:
    """Thirty streams that share their ops; the program is a real one, or no op would be known."""
    program = next(
        program
        for program in read_profile(cpu_xplane.read_bytes()).programs.values()
        if program.name == "jit_looped"
    )
    names = sorted(program.ops)[:3]
    space = SpaceBuilder()
    plane = space.plane("/device:GPU:0")
    for stream in range(1, 31):
        line = plane.line(f"Stream #{stream}(Compute)")
        for number in range(stream):
            line.event(
                plane.kind(f"kernel_{number % 3}"),
                number * 1_000_000,
                300_000 + stream,
                hlo_op=names[number % 3] if stream % 2 else Ref(names[number % 3]),
                hlo_module=Ref(program.name),
                program_id=5,
            )
    stats: dict[str, Any] = {"Hlo Proto": program.proto}
    space.plane("/host:metadata").kind(f"{program.name}(5)", key=5, **stats)
    data = space.bytes()
    rows = assert_same(data, data, tmp_path)
    assert sum(row.occurrences for row in rows.values()) == 30 * 31 // 2
    assert len(rows) == len(names) == 3
