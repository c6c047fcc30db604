"""The StableHLO reader; oracles, in a process of its own: jax's context, and the jaxpr."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evidence.texts import STORE, compiled, stable, text
from xlagym.evidence.hlo.frames import SourceFrame
from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.stablehlo.reader import StableHloError, read_stablehlo

ATTENTION = "attention-s1024@tpu-v6e"
ENDS = {"func.return", "stablehlo.return", "sdy.return", "func.func", "sdy.mesh"}


def program_captures() -> list[str]:
    """One capture a program variant: targets share the StableHLO."""
    return list({capture.split("@")[0]: capture for capture in compiled()}.values())


@pytest.fixture(scope="session")
def jax_says() -> Any:
    done = subprocess.run(
        [
            sys.executable,
            str(Path(__file__).parent / "jax_oracle.py"),
            *(str(STORE / capture) for capture in program_captures()),
        ],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"JAX_PLATFORMS": "cpu"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_attention_line_by_line() -> None:
    module = stable(ATTENTION)
    assert len(module.lines) == 21
    assert len(module.ops) == 16
    assert [str(array) for array in module.arguments] == ["bf16[1024,128]"] * 3
    assert module.results == (Array("bf16", (1024, 128)),)
    scores = module.ops[1]
    assert (scores.name, scores.line) == ("stablehlo.dot_general", 4)
    assert scores.text == module.lines[3]
    assert scores.text.startswith("    %1 = stablehlo.dot_general %arg0, %0")
    assert scores.result_types == ("bf16[1024,1024]",)
    assert scores.operand_types == ("bf16[1024,128]", "bf16[128,1024]")
    assert scores.op_name == "jit(naive_attention)/dot_general"
    assert scores.frames == (
        SourceFrame("labs/programs/attention.py", "naive_attention", 9, 9, 8, 15),
    )
    assert module.at_line(4) == [scores]


def test_spans_are_the_python_that_asked() -> None:
    """The frames cut out of the program's file: the very expressions."""
    program = text(ATTENTION, "program.py").splitlines()

    def source(index: int) -> str:
        leaf = stable(ATTENTION).ops[index].frames[0]
        return program[leaf.line - 1][leaf.column : leaf.end_column]

    assert source(0) == "k.T"
    assert source(1) == "q @ k.T"
    assert source(3) == "s.max(-1, keepdims=True)"
    assert source(15) == "(p / p.sum(-1, keepdims=True)) @ v"


def test_flow_of_attention() -> None:
    ops = stable(ATTENTION).ops
    assert ops[6].operands == (1, 5)  # subtract: the scores, the broadcast maxima
    assert ops[1].operands == (None, 0)  # dot_general: an argument, the transposed one
    assert [op.index for op in ops if op.is_constant] == [2, 9]
    assert [op.index for op in ops if not op.computed] == [2, 9]
    assert [op.index for op in ops if any(op.returned)] == [15]


def test_a_loop_and_the_functions_it_calls() -> None:
    module = stable("rnn@tpu-v6e")
    loop = next(op for op in module.ops if op.name == "stablehlo.while")
    inside = [op for op in module.ops if op.parent == loop.index]
    assert {"stablehlo.compare", "stablehlo.dot_general", "stablehlo.tanh"} <= {
        op.name for op in inside
    }
    assert not any(op.applied for op in inside)
    # The loop hands on its input and its weights; counter, state and results it makes.
    assert sum(loop.handed_on) == len(module.arguments) - 1
    assert sum(loop.returned) == 2
    tanh = next(op for op in inside if op.name == "stablehlo.tanh")
    assert tanh.op_name.endswith("/tanh")
    assert tanh.returned == (True,)


CALLS = """\
module @jit_f {
  func.func public @main(%arg0: tensor<4xf32> loc("x")) -> tensor<4xf32> {
    %0 = call @g(%arg0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc3)
    %1 = call @g(%0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc4)
    return %1 : tensor<4xf32> loc(#loc)
  } loc(#loc)
  func.func private @g(%arg0: tensor<4xf32> loc(unknown)) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<0.0> : tensor<f32> loc(#loc)
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : \
(tensor<4xf32>, tensor<f32>) -> tensor<f32> loc("sum")
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32> \
loc("bcast:"("bcast"))
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32> loc(unknown)
    %3 = stablehlo.add %1, %2 : tensor<4xf32> loc(#loc5)
    return %3 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("main"("f.py":3:5 to :9))
#loc2 = loc("main"("f.py":4:5 to 5:9))
#loc3 = loc("jit(f)/g"(#loc1))
#loc4 = loc("jit(f)/g"(#loc2))
#loc5 = loc("add"(callsite("g"("g.py":1:2) at "h"("h.py":8:8))))
"""


def test_private_functions_take_the_names_and_frames_of_their_calls() -> None:
    module = read_stablehlo(CALLS, CALLS)
    add = module.ops[-1]
    assert [(site.op_name, [frame.line for frame in site.frames]) for site in add.sites] == [
        ("jit(f)/g/add", [1, 8, 3]),
        ("jit(f)/g/add", [1, 8, 4]),
    ]
    assert add.own.op_name == "add"
    assert add.frames[0] == SourceFrame("g.py", "g", 1, 1, 2, 2)
    # The end of a span may lie on another line.
    assert add.sites[1].frames[2] == SourceFrame("f.py", "main", 4, 5, 5, 9)
    # "type:"("name") is a type of op around its name, as XLA reads it.
    assert module.ops[4].op_name == "jit(f)/g/bcast"
    # Equal ops in one block are twins; the sum's body stands on its own line and is no op.
    assert (module.ops[4].twins, module.ops[5].twins) == ((5,), (4,))
    assert [op.name for op in module.ops].count("stablehlo.add") == 1


LOOP_IN_A_FUNCTION = """\
module @jit_f {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @g(%arg0) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(f)/g"("main"("f.py":3:5)))
    return %0 : tensor<4xf32>
  }
  func.func private @g(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.while(%x = %arg0) : tensor<4xf32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1> loc("while"("g"("g.py":1:2)))
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = func.call @h(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("while/h"("g"("g.py":1:2)))
      stablehlo.return %1 : tensor<4xf32>
    } loc("while"("g"("g.py":1:2)))
    return %0 : tensor<4xf32>
  }
  func.func private @h(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %c) across dimensions = [0] : \
(tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%a: tensor<f32>, %b: tensor<f32>)  {
      %2 = stablehlo.maximum %a, %b : tensor<f32> loc("max"("h"("h.py":2:2)))
      stablehlo.return %2 : tensor<f32>
    } loc("argmax")
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32> loc("wide")
    return %1 : tensor<4xf32>
  }
}
"""


def test_loops_in_functions_are_renamed_and_what_is_applied_is_not() -> None:
    """As the inliner did in compiles of a scan in a jitted function, and of an argmax."""
    module = read_stablehlo(LOOP_IN_A_FUNCTION, LOOP_IN_A_FUNCTION)
    names = {(op.name, op.function): op for op in module.ops}
    assert names["func.call", "g"].op_name == "jit(f)/g/while/h"
    assert names["stablehlo.reduce", "h"].op_name == "jit(f)/g/while/h/argmax"
    assert names["stablehlo.broadcast_in_dim", "h"].op_name == "jit(f)/g/while/h/wide"
    body = names["stablehlo.maximum", "h"]
    assert (body.op_name, body.applied) == ("max", True)
    assert body.parent == names["stablehlo.reduce", "h"].index


def test_lines_are_those_of_a_text_that_holds_locations() -> None:
    assert [op.line for op in read_stablehlo(CALLS).ops] == [3, 4, 8, 9, 10, 11, 12]
    assert read_stablehlo(CALLS).ops[0].frames == ()


@pytest.mark.parametrize("capture", program_captures())
def test_ops_and_types_as_jax_walks_them(capture: str, jax_says: Any) -> None:
    said = [(name, tuple(types)) for name, types in jax_says[capture]["ops"] if name not in ENDS]
    # Bodies written as ``applies stablehlo.add`` are part of their reduction.
    inline = re.findall(
        r"applies (\S+) across.*tensor<(\w+)>\) -> ", text(capture, "stablehlo.mlir")
    )
    elements = {"i32": "s32", "i1": "pred"}
    bodies = Counter((name, (f"{elements.get(kind, kind)}[]",)) for name, kind in inline)
    ours = Counter((op.name, op.result_types) for op in stable(capture).ops)
    assert ours == Counter(said) - bodies
    assert ours.total() > 0


@pytest.mark.parametrize("capture", program_captures())
def test_every_equation_of_the_jaxpr_has_its_op(capture: str, jax_says: Any) -> None:
    said = Counter(jax_says[capture]["equations"])
    ours = Counter(op.name for op in stable(capture).ops if op.name in said)
    assert ours == said


@pytest.mark.parametrize("capture", compiled())
def test_lines_hold_their_ops(capture: str) -> None:
    module = stable(capture)
    assert "\n".join(module.lines) + "\n" == text(capture, "stablehlo.mlir")
    for op in module.ops:
        assert op.name.removeprefix("func.") in module.lines[op.line - 1]


@pytest.mark.parametrize("capture", compiled())
def test_frames_lie_in_the_program(capture: str) -> None:
    for op in stable(capture).ops:
        if op.is_constant:
            continue
        assert op.op_name.startswith("jit("), op
        if op.name == "sdy.manual_computation":
            # The mapped function is the whole program: no line of its file calls it.
            assert op.frames == (), op
        else:
            assert op.frames[0].file.startswith("labs/programs/"), op


def test_reading_needs_no_jax() -> None:
    code = (
        "import sys; from xlagym.evidence.stablehlo.reader import read_stablehlo;"
        "assert 'jaxlib' not in sys.modules;"
        "read_stablehlo(sys.stdin.read());"
        "assert 'jax' not in sys.modules"
    )
    plain = text(ATTENTION, "stablehlo.mlir")
    subprocess.run([sys.executable, "-c", code], input=plain, text=True, check=True)


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ("", "there is no function in this module"),
        ("hello", r"line 1: custom op 'hello' is unknown.*\(StableHLO \d+\.\d+\.\d+\)"),
        (
            "module {\n  func.func @main() {\n    stablehlo.teleport\n    return\n  }\n}",
            "line 3: custom op 'stablehlo.teleport' is unknown.*another version",
        ),
        (
            "func.func @f(%x: tensor<2xf32>) {\n  %0 = stablehlo.add %x, %y : tensor<2xf32>\n}",
            "line 2: use of undeclared SSA value name",
        ),
        ("module {" * 2000, "brackets nest deeper than 400"),
    ],
)
def test_a_text_that_is_none_says_why(plain: str, message: str) -> None:
    with pytest.raises(StableHloError, match=f"(?s){message}"):
        read_stablehlo(plain)


def test_texts_of_two_programs_are_told_apart() -> None:
    with pytest.raises(StableHloError, match="not of the same program"):
        read_stablehlo(text(ATTENTION, "stablehlo.mlir"), CALLS)


def test_deep_locations_are_refused_before_the_parser_goes_down() -> None:
    chain = "\n".join(
        f'#loc{n} = loc(callsite("f"("f.py":1:1) at #loc{n - 1}))' for n in range(1, 30_000)
    )
    with pytest.raises(StableHloError, match="locations nest deeper than 2000"):
        read_stablehlo(text(ATTENTION, "stablehlo.mlir"), f"{CALLS}{chain}\n")


TOKENS = re.findall(r"\s+|\w+|.", text("rnn@tpu-v6e", "stablehlo.debug.mlir"), re.DOTALL)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(min_value=0, max_value=len(TOKENS) - 1),
            st.sampled_from(["", "x", "0", '"', "<", "{", "-1", "99999999999999999999", "tensor"]),
        ),
        max_size=4,
    ),
    st.integers(min_value=1, max_value=len(TOKENS)),
)
def test_damaged_texts_raise_nothing_but_the_readers_error(
    changes: list[tuple[int, str]], end: int
) -> None:
    tokens = list(TOKENS)
    for place, put in changes:
        tokens[place] = put
    plain = text("rnn@tpu-v6e", "stablehlo.mlir")
    for damaged in ("".join(tokens), "".join(TOKENS[:end])):
        with contextlib.suppress(StableHloError):
            read_stablehlo(plain, damaged)
        with contextlib.suppress(StableHloError):
            read_stablehlo(damaged, text("rnn@tpu-v6e", "stablehlo.debug.mlir"))
