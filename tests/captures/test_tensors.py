"""Tensors named by the Python that makes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.captures.conftest import ATTENTION
from xlagym.captures.store import Store, load_store
from xlagym.captures.tensors import find_tensor, span
from xlagym.evidence.hlo.frames import SourceFrame
from xlagym.inputs.problems import ProblemError


@pytest.mark.parametrize(
    ("id", "name", "array", "op"),
    [
        (ATTENTION, "scores", "bf16[1024,1024]", "stablehlo.dot_general"),
        ("attention-exp2-s8192@cpu", "scores", "bf16[8192,8192]", "stablehlo.dot_general"),
        ("mlp@tpu-v5e", "hidden", "bf16[2048,4096]", "stablehlo.dot_general"),
        ("layernorm@tpu-7x", "wide", "f32[4096,2048]", "stablehlo.convert"),
        ("softmax@tpu-v4", "exponentials", "f32[4096,2048]", "stablehlo.exponential"),
        ("rotary@tpu-v6e", "angles", "f32[2048,1,64]", "stablehlo.multiply"),
        ("chain@cpu", "product", "bf16[4096,4096]", "stablehlo.multiply"),
        ("reduce-broadcast@cpu", "sums", "f32[4096,1]", "stablehlo.broadcast_in_dim"),
    ],
)
def test_a_tensor_is_found(store: Store, id: str, name: str, array: str, op: str) -> None:
    found, made = find_tensor(store.get(id), name)
    assert (made.plain, found.name) == (array, op)


def test_an_unknown_name_brings_the_nearest(store: Store) -> None:
    with pytest.raises(ProblemError) as raised:
        find_tensor(store.get(ATTENTION), "score")
    (problem,) = raised.value.problems
    assert problem.message == f"'{ATTENTION}' names no tensor 'score'"
    assert problem.advice.startswith("did you mean 'scores'? it names scores;")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("q @ k", "no op of the lowered program stands for 'q @ k', the tensor 'scores'"),
        ("Q @ k.T", "no op of the lowered program stands for 'Q @ k.T', the tensor 'scores'"),
    ],
)
def test_an_expression_must_fit_exactly(
    root: Path, edit: Callable[[str, str], None], expression: str, message: str
) -> None:
    edit("scores: q @ k.T", f"scores: {expression}")
    capture = load_store(root)[0].get(ATTENTION)
    with pytest.raises(ProblemError) as raised:
        find_tensor(capture, "scores")
    assert raised.value.problems[0].message == message


def frame(line: int, column: int, end_line: int, end_column: int) -> SourceFrame:
    return SourceFrame("f.py", "f", line, end_line, column, end_column)


def test_a_span_of_several_lines() -> None:
    lines = ["def f(x):", "    return (x", "        + 1)"]
    assert span(lines, frame(2, 12, 3, 11)) == "x\n        + 1"
    assert span(lines, frame(9, 0, 9, 4)) == ""


@given(st.text(max_size=20), st.text(min_size=1, max_size=20), st.text(max_size=20))
def test_columns_count_bytes(before: str, inside: str, after: str) -> None:
    lines = [(before + inside + after).replace("\n", " ")]
    start = len(before.encode())
    found = span(lines, frame(1, start, 1, start + len(inside.encode())))
    assert found == inside.replace("\n", " ")
