"""What Python spells out: expressions at spans, numbers of Python's own, shapes and types."""

from __future__ import annotations

import ast

import pytest

from xlagym.evidence.hlo.frames import SourceFrame
from xlagym.evidence.origins.python_source import (
    PythonSource,
    asks_for_shape,
    asks_for_type,
    calls_numpy,
    operands,
)


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def frame(line: int, column: int, end_line: int, end_column: int) -> SourceFrame:
    return SourceFrame("program.py", "f", line, end_line, column, end_column)


def test_the_outermost_expression_of_a_span() -> None:
    source = PythonSource("def f(x):\n    return (x * 0.5).sum(\n        -1)\n")
    whole = source.expression(frame(2, 11, 3, 11))
    assert isinstance(whole, ast.Call)
    assert source.spelled(whole) == "(x * 0.5).sum( -1)"
    assert source.expression(frame(2, 11, 2, 12)) is None


def test_columns_count_bytes() -> None:
    source = PythonSource("y = f('µ') + x\n")
    assert isinstance(source.expression(frame(1, 14, 1, 15)), ast.Name)


@pytest.mark.parametrize(
    ("text", "is_number"),
    [
        ("0.5", True),
        ("-1e-6", True),
        ("10_000.0 ** 2", True),
        ("x.shape[-1] ** -0.5", True),
        ("half", True),
        ("twice", True),
        ("rows", False),
        ("unknown", False),
        ("circle", False),
        ("np.sqrt(2)", False),
        ("x", False),
        ("'text'", False),
    ],
)
def test_numbers_of_python(text: str, is_number: bool) -> None:
    lines = "half = x.shape[-1] // 2", "twice = 2 * half", "rows = table[tokens]", "circle = circle"
    assert PythonSource("\n".join(lines)).python_number(expression(text)) is is_number


@pytest.mark.parametrize(
    ("text", "shape", "dtype"),
    [
        ("mask[:, :, None]", True, False),
        ("x[jnp.newaxis]", True, False),
        ("x[0]", False, False),
        ("x.sum(1, keepdims=True)", True, False),
        ("x.sum(1, keepdims=False)", False, False),
        ("jnp.broadcast_to(x, (2, 2))", True, False),
        ("x.astype(jnp.float32)", False, True),
        ("float32(x)", False, True),
        ("jnp.dot(x, w, preferred_element_type=jnp.int32)", False, True),
        ("x.mean(-1)", False, False),
        ("x + y", False, False),
        ("f(x)(y)", False, False),
    ],
)
def test_what_is_asked_for(text: str, shape: bool, dtype: bool) -> None:
    node = expression(text)
    assert (asks_for_shape(node), asks_for_type(node)) == (shape, dtype)


def test_operands_and_numpy() -> None:
    assert [ast.unparse(each) for each in operands(expression("a < b < 1"))] == ["a", "b", "1"]
    assert [ast.unparse(each) for each in operands(expression("-a"))] == ["a"]
    assert operands(expression("f(a)")) == ()
    assert calls_numpy(expression("np.sqrt(4)")) and not calls_numpy(expression("jnp.sqrt(4)"))
