"""Names are data: whatever an op is called comes through as it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.evidence.profile.profile_builder import (
    Bar,
    SpaceBuilder,
    Unsigned,
    add_chip,
    name_in,
    tpu_profile,
)
from xlagym.evidence.profile.ops.device_ops import op_table
from xlagym.evidence.profile.ops.op import InstructionLine, OpRole, read_instruction
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import module_runs

HOSTILE = [
    "</script><script>alert(1)</script>",
    "fusion\u202e.1",
    "\u200f.dot",
    "a\x00b",
    "naïve.\U0001f600",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_on_a_tpu(name: str) -> None:
    bar = Bar(f"%{name} = f32[8]{{0}} fusion(f32[8]{{0}} %p), kind=kLoop, calls=%f", 0, 10)
    data = tpu_profile([bar], module=f"jit_{name}")
    (row,) = op_table(read_profile(data))
    assert (row.op.name, row.op.text) == (name, bar.text)
    assert [runs.module for runs in module_runs(read_profile(data))] == [f"jit_{name}"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_on_a_cpu(name: str) -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    plane.line(name).event(plane.kind(name), 0, 9, hlo_op=name, hlo_module=name)
    profile = read_profile(space.bytes())
    (row,) = op_table(profile)
    assert (row.op.name, row.op.module, profile.tracks[0].line) == (name, name, name)


def test_bytes_that_are_not_utf_8_do_not_stop_the_reader() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    kind = plane.kind("f")
    plane.message.event_metadata[0].value.name = b"f\xff"
    plane.line("t").event(kind, 0, 9, hlo_op="f", hlo_module="jit_f", path=b"\xff\xfe")
    (row,) = op_table(read_profile(space.bytes()))
    assert row.op.name == "f"


def test_an_op_is_known_by_its_program() -> None:
    """Two programs have a fusion.1 each: two rows."""
    bar = Bar("%fusion.1 = f32[8]{0} fusion(f32[8]{0} %p), kind=kLoop, calls=%f", 0, 10)
    space = SpaceBuilder()
    add_chip(space, [bar], chip=0, program_id=1, module="jit_f")
    add_chip(space, [bar], chip=0, program_id=12190760917235803885, module="jit_g")
    rows = op_table(read_profile(space.bytes()))
    assert [row.op.key for row in rows] == [
        (1, "jit_f", "fusion.1"),
        (12190760917235803885, "jit_g", "fusion.1"),
    ]


def test_a_program_id_written_as_signed_is_the_same_program() -> None:
    space = SpaceBuilder()
    plane = space.plane("/device:GPU:0")
    line = plane.line("Stream #1(Compute)")
    big = 12190760917235803885
    line.event(plane.kind("k"), 0, 9, hlo_op="a", hlo_module="jit_f", program_id=Unsigned(big))
    line.event(plane.kind("k"), 10, 9, hlo_op="a", hlo_module="jit_f", program_id=big - (1 << 64))
    (row,) = op_table(read_profile(space.bytes()))
    assert (row.op.program_id, row.occurrences) == (big, 2)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "%copy-done = f32[8]{0:T(8)S(5)} copy-done((f32[8]{0}, u32[]{:S(2)}) %copy-start)",
            InstructionLine("copy-done", "copy-done", ("copy-start",)),
        ),
        (
            "ROOT %t.1 = (f32[2]{0}, (s32[], pred[])) tuple(f32[2]{0} %a, (s32[], pred[]) %b)",
            InstructionLine("t.1", "tuple", ("a", "b")),
        ),
        (
            "%f = f32[] fusion(f32[] %a.1, s32[] %b), kind=kLoop, calls=%fused",
            InstructionLine("f", "fusion", ("a.1", "b")),
        ),
        ("%c = f32[] constant(1.5)", InstructionLine("c", "constant", ())),
        ("jit_f(123)", None),
        ("%broken = f32[8", None),
        ("%broken = (f32[8]", None),
        ("", None),
    ],
)
def test_instructions_taken_apart(line: str, expected: InstructionLine | None) -> None:
    assert read_instruction(line) == expected


@pytest.mark.parametrize(
    ("opcode", "role"),
    [
        ("fusion", OpRole.COMPUTE),
        ("copy", OpRole.COMPUTE),
        ("collective-permute-start", OpRole.START),
        ("send", OpRole.START),
        ("recv-done", OpRole.DONE),
        ("all-gather", OpRole.COMMUNICATION),
        ("conditional", OpRole.CONTROL),
    ],
)
def test_roles(opcode: str, role: OpRole) -> None:
    bar = Bar(f"%x.7 = f32[8]{{0}} {opcode}(f32[8]{{0}} %p)", 0, 10)
    (row,) = op_table(read_profile(tpu_profile([bar])))
    assert (row.op.role, row.op.opcode) == (role, opcode)
    assert name_in(bar.text) == "x.7"


def test_a_role_from_the_name_where_no_opcode_is_recorded() -> None:
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    line = plane.line("t")
    for name in ("while.6", "all-reduce.12", "copy-start.1.remat", "dot.3"):
        line.event(plane.kind(name), 0, 9, hlo_op=name, hlo_module="jit_f")
    roles = {row.op.name: row.op.role for row in op_table(read_profile(space.bytes()))}
    assert roles == {
        "while.6": OpRole.CONTROL,
        "all-reduce.12": OpRole.COMMUNICATION,
        "copy-start.1.remat": OpRole.START,
        "dot.3": OpRole.COMPUTE,
    }


def test_reading_needs_no_jax() -> None:
    check = (
        "import sys, xlagym.evidence.profile.health.health; "
        "import xlagym.evidence.profile.ops.device_ops; "
        "sys.exit(any(name in sys.modules for name in ('jax', 'jaxlib', 'xprof')))"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
