"""The origin map: five origins a program checked by hand, and a second reading of the rest.

Each expected value below was read off the texts: the StableHLO, the optimized module, and the
module's text before and after the pass that is named. The comment says what stands there.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from tests.evidence.texts import compiled, hlo, passes, stable, text
from xlagym.evidence.origins.join import join, op_groups
from xlagym.evidence.origins.origins import (
    AFTERWARDS,
    IMPORT,
    KINDS,
    InstructionSource,
    Origin,
    Origins,
    origins,
)
from xlagym.evidence.stablehlo.reader import StableOp


@cache
def traced(capture: str) -> Origins:
    return origins(stable(capture), hlo(capture), passes(capture))


def at_line(capture: str, line: int) -> Origin:
    (op,) = stable(capture).at_line(line)
    return traced(capture).ops[op.index]


def folded(op: int, at: str, run: int) -> Origin:
    return Origin(op, "folded", at, at, (), run=run)


def fused(op: int, into: str, *instructions: str) -> Origin:
    return Origin(op, "fused", into, None, instructions, (into,))


def replaced(op: int) -> Origin:
    return Origin(op, "kernel", "online-softmax", "flash_attention", ("online-softmax",), run=202)


ATTENTION = "attention-s1024@tpu-v6e"
SOFTMAX = "softmax@tpu-v6e"
LAYERNORM = "layernorm@tpu-v6e"
MLP = "mlp@tpu-v6e"
RNN = "rnn@tpu-v6e"
BEFORE_COLUMNS = compiled("*+jax-0.4.38")
"""Before jax 0.5, HLO says at which line an op stands, not at which column."""
TODAYS = [capture for capture in compiled() if capture not in BEFORE_COLUMNS]

BY_HAND = [
    # k.T: the dump before transpose-folding has a transpose that feeds the dot, the one after
    # has a dot that contracts dimension 1 of both.
    (ATTENTION, 3, folded(0, "transpose-folding", 57)),
    # q @ k.T: the one matmul left outside the kernel, as a convolution in %fused_computation.
    (ATTENTION, 4, fused(1, "fusion", "convolution.1")),
    # The row maximum: before flash_attention a reduce in ENTRY, after it only the custom call
    # (and the dead region that the next dce sweeps).
    (ATTENTION, 6, replaced(3)),
    # keepdims of the maximum, imported as a reshape. It is still there after the first algsimp
    # (dump 0010) and goes with the reshape back at the second (dump 0014).
    (ATTENTION, 7, folded(4, "algsimp", 93)),
    # The upcast for the row sum: gone when tpu-reduce-rewriter makes the reduce a bf16 one.
    (ATTENTION, 11, folded(8, "tpu-reduce-rewriter", 91)),
    # The division and the second matmul: in the kernel (arith.divf, tpu.matmul).
    (ATTENTION, 17, replaced(14)),
    (ATTENTION, 18, replaced(15)),
    # The row maximum: the only reduce in ENTRY that runs by itself.
    (SOFTMAX, 4, Origin(1, "kept", None, None, ("reduce_max.7",))),
    # keepdims: a reshape in the first dump and after the first algsimp (0007), none after the
    # second (0008).
    (SOFTMAX, 5, folded(2, "algsimp", 86)),
    # x - max, and its broadcast, in both fusions: recomputed rather than stored. One key, told
    # apart by their opcodes.
    (
        SOFTMAX,
        6,
        Origin(3, "fused", "fusion.1", None, ("sub.10", "sub.9"), ("fusion.1", "fusion")),
    ),
    (
        SOFTMAX,
        7,
        Origin(4, "fused", "fusion.1", None, ("sub.8", "sub.2"), ("fusion.1", "fusion")),
    ),
    (
        SOFTMAX,
        8,
        Origin(5, "fused", "fusion.1", None, ("exp.5", "exp.3"), ("fusion.1", "fusion")),
    ),
    # The row sum: root of %fused_computation.2, which fusion.1 calls.
    (SOFTMAX, 10, fused(7, "fusion.1", "reduce_sum.0")),
    (SOFTMAX, 13, fused(10, "fusion", "div.0")),
    # The upcast of x, cloned into all three fusions that read x.
    (
        LAYERNORM,
        3,
        Origin(
            0,
            "fused",
            "convert_reduce_fusion",
            None,
            ("convert_element_type.1", "convert_element_type.9", "convert_element_type.16"),
            ("convert_reduce_fusion", "fusion.2", "fusion.5"),
        ),
    ),
    # The two constants 2048 that the means divide by, broadcast on lines 8 and 17: the first
    # dump has one broadcast for both, without metadata.
    (LAYERNORM, 8, Origin(5, "merged", IMPORT, IMPORT, ())),
    (LAYERNORM, 17, Origin(14, "merged", IMPORT, IMPORT, ())),
    # Divided by 2048: multiplied by 0.00048828125 instead, under another opcode.
    (LAYERNORM, 9, fused(6, "broadcast_multiply_fusion", "multiply.9")),
    # The variance's rsqrt, root of %fused_computation.8.
    (LAYERNORM, 22, fused(19, "add_rsqrt_fusion", "rsqrt.4")),
    # scale to 1x2048, imported as a reshape, and back: both gone after the second algsimp
    # (dump 0010; those of 0009 are scale and bias).
    (LAYERNORM, 25, folded(22, "algsimp", 86)),
    # The first matmul: a convolution in %fused_computation.20, called by fusion.21.
    (MLP, 3, fused(0, "fusion.21", "convolution.5")),
    # b_up to 1x4096 and back: two reshapes after the first algsimp, none after the second.
    (MLP, 4, folded(1, "algsimp", 86)),
    # gelu's x**3 is two multiplies of one key, type and opcode: two to two, never one to one.
    (MLP, 7, fused(4, "add_add_fusion", "integer_pow.37", "integer_pow.36")),
    (MLP, 8, fused(5, "add_add_fusion", "integer_pow.37", "integer_pow.36")),
    # tanh lies two computations deep: in fusion.16, which lies in the launched add_add_fusion.
    (MLP, 16, fused(13, "add_add_fusion", "tanh.10")),
    # The second matmul in the same fusion as all of gelu.
    (MLP, 24, fused(21, "add_add_fusion", "convolution.4")),
    # The constants 0.0447, 0.7969, 1 and 0.5 carry no metadata.
    (MLP, 9, Origin(6, "constant", None, None, ())),
    # The loop itself, and its counter, run by themselves.
    (RNN, 6, Origin(3, "kept", None, None, ("while",))),
    (RNN, 19, Origin(13, "kept", None, None, ("add.6",))),
    # The zeros that the outputs start from: only their buffer is left (AllocateBuffer).
    (RNN, 4, Origin(1, "kept", None, None, ("custom-call",))),
    # The call of a private function, in the loop's body: inlined.
    (RNN, 12, folded(6, "call-inliner", 25)),
    # ... and what it calls has the call's name before its own.
    (RNN, 27, fused(16, "fusion.17", "dynamic_slice.7")),
]


@pytest.mark.parametrize(("capture", "line", "expected"), BY_HAND)
def test_by_hand(capture: str, line: int, expected: Origin) -> None:
    assert at_line(capture, line) == expected


SHARES = {
    # ops but constants, found by key, located by the dumps
    ATTENTION: (14, 1, 13),
    "attention-s1024@tpu-v4": (14, 9, 5),
    "attention-s1024@cpu": (14, 11, 3),
    SOFTMAX: (9, 7, 2),
    LAYERNORM: (24, 18, 6),
    MLP: (22, 20, 2),
    RNN: (14, 12, 2),
    "chain@tpu-v6e": (10, 9, 1),
    "rotary@tpu-v6e": (33, 26, 7),
}


@pytest.mark.parametrize("capture", SHARES)
def test_shares_traced(capture: str) -> None:
    found = traced(capture)
    assert (found.total, found.traced_by_key, found.traced_by_dumps) == SHARES[capture]


@pytest.mark.parametrize("capture", TODAYS)
def test_nothing_is_lost_in_the_store(capture: str) -> None:
    found = traced(capture)
    assert found.count("lost") == 0
    assert found.traced == found.total
    assert sum(found.count(kind) for kind in KINDS) == len(stable(capture).ops)


def test_without_the_dumps_only_the_key_is_left() -> None:
    found = origins(stable(ATTENTION), hlo(ATTENTION), None)
    assert (found.traced_by_key, found.traced_by_dumps, found.count("lost")) == (1, 0, 13)


def test_kinds_of_attention() -> None:
    found = traced(ATTENTION)
    assert {kind: found.count(kind) for kind in KINDS} == {
        "kept": 0,
        "fused": 1,
        "kernel": 8,
        "merged": 0,
        "folded": 5,
        "constant": 2,
        "lost": 0,
    }


def test_where_instructions_of_attention_come_from() -> None:
    found = traced(ATTENTION).instructions
    assert list(found) == [each.name for each in hlo(ATTENTION).instructions]
    assert found["fusion"] == InstructionSource("fusion", "line", (1,), "holds them")
    assert found["convolution.1"] == InstructionSource(
        "convolution.1", "line", (1,), "its name, line and column"
    )
    assert found["online-softmax"] == InstructionSource(
        "online-softmax", "line", (3, 5, 6, 7, 10, 13, 14, 15), "replaced them"
    )
    assert found["q.1"] == InstructionSource("q.1", "line", (), "argument q")
    # Prefetches into VMEM are the memory space assignment's, which runs after the last pass.
    assert found["copy-start"] == InstructionSource(
        "copy-start", "compiler", (), "after the last recorded pass"
    )
    assert found["bitcast"] == InstructionSource(
        "bitcast", "compiler", (), "first seen after tpu_fusion"
    )
    assert traced(ATTENTION).instructions_traced == 6


def test_the_compilers_own_conversions_are_named() -> None:
    found = traced(MLP).instructions
    assert found["convert.4"].note == "first seen after float-type-correction"
    # A nested fusion has the metadata of its root, and the root's key has seven ops.
    assert found["fusion.16"].note == "metadata taken over from them"
    # A reduction's body is part of the reduction.
    assert traced(SOFTMAX).instructions["reduce_max.5"].ops == (1,)


@pytest.mark.parametrize("capture", BEFORE_COLUMNS)
def test_without_columns_only_what_came_without_metadata_is_lost(capture: str) -> None:
    found = traced(capture)
    assert sum(found.count(kind) for kind in KINDS) == len(stable(capture).ops)
    assert found.traced_by_key > found.total / 2
    for op, origin in zip(stable(capture).ops, found.ops, strict=True):
        if origin.kind == "lost":
            assert op.name == "func.call"


@pytest.mark.parametrize("capture", BEFORE_COLUMNS)
def test_without_columns_instructions_carry_the_ops_own_name_and_line(capture: str) -> None:
    """Second reading: the metadata in the line's own text."""
    lines = text(capture, "optimized.hlo").splitlines()
    for op, origin in zip(stable(capture).ops, traced(capture).ops, strict=True):
        for name in origin.instructions if origin.kind in ("kept", "fused") else ():
            (line,) = [
                each for each in lines if re.match(rf" +(ROOT )?%{re.escape(name)} = ", each)
            ]
            place = re.search(r'op_name="([^"]*)" source_file="([^"]*)" source_line=(\d+)', line)
            assert place is not None
            assert (place[1], place[2], int(place[3])) in {
                (site.op_name, site.frames[0].file, site.frames[0].line) for site in op.sites
            }


@pytest.mark.parametrize("capture", TODAYS)
def test_found_instructions_carry_the_ops_own_name_and_line(capture: str) -> None:
    """Second reading: the line's text and the frame table, without the join."""
    lines = text(capture, "optimized.hlo").splitlines()
    for op, origin in zip(stable(capture).ops, traced(capture).ops, strict=True):
        if origin.kind not in ("kept", "fused"):
            continue
        assert origin.instructions
        for name in origin.instructions:
            (line,) = [
                each for each in lines if re.match(rf" +(ROOT )?%{re.escape(name)} = ", each)
            ]
            names = {site.op_name for site in op.sites}
            assert re.search(r'op_name="([^"]*)"', line)[1] in names  # type: ignore[index]
            frame = re.search(r"stack_frame_id=(\d+)", line)
            assert frame is not None
            assert leaf(lines, int(frame[1])) in {
                (site.frames[0].line, site.frames[0].column) for site in op.sites
            }


def leaf(lines: list[str], frame: int) -> tuple[int, int]:
    """Line and column of a frame, read off the two tables."""
    frames = lines[lines.index("StackFrames") + 1 :]
    location = re.search(r"file_location_id=(\d+)", frames[frame - 1])
    assert location is not None
    locations = lines[lines.index("FileLocations") + 1 :]
    row = re.search(r" line=(\d+) .* column=(\d+)", locations[int(location[1]) - 1])
    assert row is not None
    return int(row[1]), int(row[2])


@pytest.mark.parametrize("capture", compiled())
def test_fusions_that_hold_an_op_are_launched_and_reach_it(capture: str) -> None:
    """Second reading: walk down from each launch through ``calls=`` in the text."""
    blocks: dict[str, str] = {}
    for block in re.split(r"\n\}.*\n", text(capture, "optimized.hlo")):
        for name in re.findall(r"^(?:ENTRY )?%(\S+) \(.*\{$", block, re.MULTILINE):
            blocks[name] = block

    def reached(names: list[str]) -> set[str]:
        found: set[str] = set()
        seen: set[str] = set()
        while names:
            name = names.pop()
            if name in seen:
                continue
            seen.add(name)
            block = blocks[name]
            found |= set(re.findall(r"^ +(?:ROOT )?%(\S+) = ", block, re.MULTILINE))
            names += re.findall(r"calls=%([^\s,}]+)", block)
        return found

    for origin in traced(capture).ops:
        for fusion in origin.fusions:
            (launch,) = re.findall(
                rf"^ +(?:ROOT )?%{re.escape(fusion)} = .*fusion\(.*calls=%([^\s,}}]+)",
                text(capture, "optimized.hlo"),
                re.MULTILINE,
            )
            assert reached([launch]) & set(origin.instructions)


NAMED = re.compile(
    r'^ +(?:ROOT )?%?\S+ = (\(.*?\)|\w+\[[^\]]*\])\S* ([a-z][\w-]*)\(.*?\bop_name="([^"]*)"',
    re.MULTILINE,
)
CALLS = ("func.call", "sdy.manual_computation")


def counted(content: str) -> Counter[tuple[str, str, str]]:
    """How often a text has each type, opcode and op name on one line."""
    return Counter((each[1], each[2], each[3]) for each in NAMED.finditer(content))


def borne(op: StableOp, lines: Counter[tuple[str, str, str]]) -> tuple[int, int]:
    """How many lines bear an op's name, and how many of them its type too.

    What it was folded into is no longer it: a constant, or what stood in the function it called.
    """
    found = [
        (kind, times)
        for (kind, opcode, name), times in lines.items()
        if name in (op.op_name, op.own.op_name)  # short until the function it stands in is inlined
        and (opcode == "call" if op.name in CALLS else opcode != "constant")
    ]
    typed = sum(times for kind, times in found if kind in op.result_types)
    return sum(times for _, times in found), typed


@pytest.mark.parametrize("capture", compiled())
def test_what_vanishes_at_a_pass_is_fewer_after_it(capture: str) -> None:
    """Second reading: count the op's name, line by line, in the texts around the named pass.

    Where the pass copies another op of that name, those of the op's type are fewer.
    """
    recorded = passes(capture)
    keys = list(recorded.dumps)
    counts = [counted(content) for content in recorded.dumps.values()]
    for op, origin in zip(stable(capture).ops, traced(capture).ops, strict=True):
        if origin.at in (None, IMPORT):
            continue
        if origin.at == AFTERWARDS:
            before, after = counts[-1], [counted(text(capture, "optimized.hlo"))]
        else:
            (run,) = [run for run in recorded.changing if run.index == origin.run]
            assert run.name == origin.at
            change = keys.index(run.dump or "")
            # A kernel's dce may sweep later what the kernel replaced.
            last = change + 2 if origin.kind == "kernel" else change + 1
            before, after = counts[change - 1], counts[change:last]
        left = [borne(op, lines) for lines in after]
        assert any(
            had > min(has)
            for had, has in zip(borne(op, before), zip(*left, strict=True), strict=True)
        ), (op.text, origin, left)


def test_an_op_is_not_taken_for_another_of_its_key() -> None:
    """Softmax's subtraction and the broadcast made for it share a key, not a fate."""
    joined = join(op_groups(stable(SOFTMAX)), hlo(SOFTMAX))
    assert [[each.opcode for each in found] for found in joined.instructions[3:5]] == [
        ["broadcast", "broadcast"],
        ["subtract", "subtract"],
    ]
    sub = hlo(SOFTMAX).instruction("sub.8")
    assert joined.same_key[sub] == (3, 4)


def test_a_barrier_goes_where_barriers_are_expanded() -> None:
    """``jax.checkpoint`` marks what is made again with barriers; no schedule has them."""
    barriers = [
        traced("checkpoint@tpu-v6e").ops[op.index]
        for op in stable("checkpoint@tpu-v6e").ops
        if op.name == "stablehlo.optimization_barrier"
    ]
    assert [origin.at for origin in barriers] == ["cse_barrier_expander"] * 2
    texts = list(passes("checkpoint@tpu-v6e").dumps.values())
    assert ("opt-barrier(" in texts[0], "opt-barrier(" in texts[-1]) == (True, False)


def test_what_hangs_on_no_argument_is_computed_at_the_import() -> None:
    (divide,) = stable("gradients@cpu").at_line(9)
    assert (divide.name, divide.computed) == ("stablehlo.divide", False)
    assert traced("gradients@cpu").ops[divide.index].at == IMPORT
    first = next(iter(passes("gradients@cpu").dumps.values()))
    assert "f32[] constant(4.76837158e-07)" in first  # one over 2048 times 1024


def test_ops_inside_shard_map_are_named_under_it() -> None:
    capture = "ring-attention@tpu-v6e-2x4"
    (permute, other) = [op for op in stable(capture).ops if op.op_name.endswith("/ppermute")]
    assert permute.own.op_name == "while/body/eval_jaxpr/ppermute"
    assert permute.op_name == "jit(ring_attention)/shard_map/while/body/eval_jaxpr/ppermute"
    assert (permute.frames[0].line, permute.frames[0].column) == (21, 20)
    kept = [traced(capture).ops[each.index] for each in (permute, other)]
    assert [origin.kind for origin in kept] == ["kept"] * 2
