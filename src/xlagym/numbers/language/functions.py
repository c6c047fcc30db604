"""The functions of the expression language, each with its units checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xlagym.numbers.language.expression import ExpressionError
from xlagym.numbers.units.quantity import dimension, is_quantity, quantity, symbol, unit_of


def _elements(name: str, arguments: tuple[Any, ...]) -> Sequence[Any]:
    """The values that a call is about: one list, or several arguments."""
    values = arguments[0] if len(arguments) == 1 else arguments
    if not isinstance(values, list | tuple):
        raise ExpressionError(
            f"{name}() needs a list or several values", f"write {name}(x for c in captures(…))"
        )
    return values


def _some(name: str, arguments: tuple[Any, ...]) -> Sequence[Any]:
    values = _elements(name, arguments)
    if not values:
        raise ExpressionError(
            f"{name}() of nothing: the loop keeps no element", "widen the glob or the condition"
        )
    return values


def _truths(name: str, arguments: tuple[Any, ...]) -> Sequence[bool]:
    values = _some(name, arguments)
    if not all(isinstance(value, bool) for value in values):
        raise ExpressionError(f"{name}() needs truths", "compare each element with something")
    return values


def require_one_unit(values: Sequence[Any], name: str) -> None:
    """Raise ExpressionError unless all ``values`` measure the same thing."""
    if any(dimension(value) != dimension(values[0]) for value in values):
        units = sorted({unit_of(value) or "a plain number" for value in values})
        raise ExpressionError(
            f"units do not fit in {name}(): {', '.join(units)}",
            "all values must measure the same thing",
            "unit",
        )


def _numbers(name: str, values: Sequence[Any]) -> Sequence[Any]:
    if not all(is_quantity(value) or isinstance(value, int | float) for value in values):
        raise ExpressionError(f"{name}() needs numbers", "ask each element a fact")
    require_one_unit(values, name)
    return values


def _extreme(name: str, choose: Callable[[Sequence[Any]], Any]) -> Callable[..., Any]:
    return lambda *arguments: choose(_numbers(name, _some(name, arguments)))


def _sum(*arguments: Any) -> Any:
    values = _elements("sum", arguments)
    return sum(_numbers("sum", values)[1:], values[0]) if values else 0


def _len(*arguments: Any) -> int:
    if len(arguments) != 1 or not isinstance(arguments[0], list | tuple):
        raise ExpressionError("len() counts one list", "write len(captures(…))")
    return len(arguments[0])


def _round(value: Any, digits: Any = None) -> Any:
    _numbers("round", [value])
    if digits is not None and (not isinstance(digits, int) or not -12 <= digits <= 12):
        raise ExpressionError("round() takes a small whole number of digits", "write round(x, 1)")
    return round(value, digits) if digits is not None else round(value)


def _abs(value: Any) -> Any:
    return abs(_numbers("abs", [value])[0])


def _unit(*arguments: Any) -> Any:
    if len(arguments) != 1 or not isinstance(arguments[0], str):
        raise ExpressionError("unit() takes one unit in quotes", 'write 8 * unit("KiB")')
    return quantity(1, symbol(arguments[0]))


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "all": lambda *arguments: all(_truths("all", arguments)),
    "any": lambda *arguments: any(_truths("any", arguments)),
    "max": _extreme("max", max),
    "min": _extreme("min", min),
    "sum": _sum,
    "len": _len,
    "round": _round,
    "abs": _abs,
    "unit": _unit,
}
"""By name. ``account``, ``captures`` and ``chip`` belong to the scope of an evaluation."""
