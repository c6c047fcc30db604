"""What a Python program spells out: the expression at a span, and what it asks for by name."""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlagym.evidence.hlo.frames import SourceFrame

_SHAPES = {
    *("broadcast_to", "broadcast_in_dim", "broadcast_arrays", "expand_dims", "tile", "repeat"),
    *("full", "full_like", "zeros", "zeros_like", "ones", "ones_like", "reshape"),
}
_TYPES = {
    *("astype", "asarray", "array", "convert_element_type", "bitcast_convert_type"),
    *("float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64"),
}
_TYPE_KEYWORDS = {"dtype", "preferred_element_type"}


class PythonSource:
    """One program's text. Lines count from 1, columns from 0 and in bytes, as in ``SourceFrame``.

    Raises ``SyntaxError`` for a text that is no Python.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._tree = ast.parse(text)

    @cached_property
    def _expressions(self) -> dict[tuple[int, int, int, int], ast.expr]:
        """The outermost expression of each span."""
        found: dict[tuple[int, int, int, int], ast.expr] = {}
        for node in ast.walk(self._tree):  # Parents come before their children.
            if isinstance(node, ast.expr):
                found.setdefault(_span(node), node)
        return found

    def expression(self, frame: SourceFrame) -> ast.expr | None:
        """The expression that stands exactly there; None where there is none."""
        span = (frame.line, frame.column, frame.end_line, frame.end_column)
        return self._expressions.get(span)

    def spelled(self, node: ast.expr) -> str:
        """``node`` as the program writes it, on one line."""
        return " ".join((ast.get_source_segment(self.text, node) or "").split())

    def python_number(self, node: ast.expr) -> bool:
        """Whether ``node`` is a number of Python's own: literals, sizes and what is made of them.

        A name counts where every assignment to it in the text gives it one.
        """
        return self._is_number(node, frozenset())

    def _is_number(self, node: ast.expr, seen: frozenset[str]) -> bool:
        match node:
            case ast.Constant(value=int() | float()):
                return True
            case ast.UnaryOp(operand=operand):
                return self._is_number(operand, seen)
            case ast.BinOp(left=left, right=right):
                return self._is_number(left, seen) and self._is_number(right, seen)
            case ast.Subscript(value=ast.Attribute(attr="shape")):
                return True
            case ast.Name(id=name) if name not in seen:
                values = list(self._assigned(name))
                return bool(values) and all(self._is_number(v, seen | {name}) for v in values)
        return False

    def _assigned(self, name: str) -> Iterator[ast.expr]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == name for target in node.targets
            ):
                yield node.value


def operands(node: ast.expr) -> tuple[ast.expr, ...]:
    """What an operator works on; nothing for anything but an operator."""
    match node:
        case ast.BinOp(left=left, right=right):
            return left, right
        case ast.Compare(left=left, comparators=others):
            return left, *others
        case ast.UnaryOp(operand=operand):
            return (operand,)
    return ()


def asks_for_shape(node: ast.expr) -> bool:
    """Whether it says that its value gets another shape: ``x[:, None]``, ``keepdims=True``."""
    if isinstance(node, ast.Subscript):
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return any(
            (isinstance(each, ast.Constant) and each.value is None)
            or (isinstance(each, ast.Attribute) and each.attr == "newaxis")
            for each in indices
        )
    if not isinstance(node, ast.Call):
        return False
    return _called(node) in _SHAPES or any(
        each.arg == "keepdims" and isinstance(each.value, ast.Constant) and each.value.value is True
        for each in node.keywords
    )


def asks_for_type(node: ast.expr) -> bool:
    """Whether it says which type its value gets: ``x.astype(…)``, ``jnp.float32(x)``."""
    if not isinstance(node, ast.Call):
        return False
    return _called(node) in _TYPES or any(each.arg in _TYPE_KEYWORDS for each in node.keywords)


def calls_numpy(node: ast.expr) -> bool:
    """Whether it is a call of numpy's own, ``np.sqrt(…)``, whose numbers bring a type along."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("np", "numpy")
    )


def _called(node: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _span(node: ast.expr) -> tuple[int, int, int, int]:
    return (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
