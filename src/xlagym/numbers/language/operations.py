"""The operators of the expression language: what each takes, and that its units fit."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from xlagym.numbers.language.expression import ExpressionError
from xlagym.numbers.language.substitution import value_text
from xlagym.numbers.units.quantity import dimension, is_quantity, unit_of

MAX_BITS = 4_096
"""Size of the largest whole number: bounds what a power can cost."""
MAX_POWER = 64

_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_SIGNS: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_ORDER: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def calculate(node: ast.BinOp, left: Any, right: Any) -> Any:
    """``left`` and ``right`` joined by the operator of ``node``. Raises ExpressionError."""
    sign = _SIGNS.get(type(node.op))
    if sign is not None:
        _same_unit(node.left, left, sign, node.right, right)
    if isinstance(node.op, ast.Pow):
        _bound_power(left, right)
    result = _OPERATORS[type(node.op)](left, right)
    if isinstance(result, int) and result.bit_length() > MAX_BITS:
        raise ExpressionError("a number in it grows too large", "keep to figures of chips")
    return result


def compare(
    sign: ast.cmpop, left_node: ast.AST, left: Any, right_node: ast.AST, right: Any
) -> bool:
    """Whether ``left`` stands to ``right`` as ``sign`` says. Raises ExpressionError."""
    if isinstance(sign, ast.In | ast.NotIn):
        for element in right if isinstance(right, list | tuple) else ():
            _comparable(left_node, left, right_node, element)
        return operator.contains(right, left) != isinstance(sign, ast.NotIn)
    _comparable(left_node, left, right_node, right)
    return bool(_ORDER[type(sign)](left, right))


def _same_unit(left_node: ast.AST, left: Any, sign: str, right_node: ast.AST, right: Any) -> None:
    if dimension(left) != dimension(right):
        raise ExpressionError(
            f"units do not fit in {ast.unparse(left_node)} {sign} {ast.unparse(right_node)}: "
            f"the left is {value_text(left)} ({_in(left)}), "
            f"the right {value_text(right)} ({_in(right)})",
            "both sides must measure the same thing",
            "unit",
        )


def _comparable(left_node: ast.AST, left: Any, right_node: ast.AST, right: Any) -> None:
    if isinstance(left, str) != isinstance(right, str):
        raise ExpressionError(
            f"{ast.unparse(left_node)} is {value_text(left)} and {ast.unparse(right_node)} is "
            f"{value_text(right)}: text never equals a number",
            "compare like with like",
        )
    bare_zero = any(not is_quantity(side) and side == 0 for side in (left, right))
    if (is_quantity(left) or is_quantity(right)) and not bare_zero:
        _same_unit(left_node, left, "against", right_node, right)


def _in(value: Any) -> str:
    return f"in {unit_of(value)}" if is_quantity(value) else "a plain number"


def _bound_power(base: Any, power: Any) -> None:
    if is_quantity(power) or abs(power) > MAX_POWER:
        raise ExpressionError(
            f"a power must be a plain number up to {MAX_POWER}", "write the product out"
        )
    size = base.magnitude if is_quantity(base) else base
    if isinstance(size, int) and size.bit_length() * abs(power) > MAX_BITS:
        raise ExpressionError("a power in it grows too large", "keep to figures of chips")
