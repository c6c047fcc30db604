"""Evaluating an expression: its tree is walked, pint keeps the units, every fact read is noted.

What may stand in a tree is ``expression.py``'s to say; here each node that may has a method.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from typing import Any

from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import NoFactError
from xlagym.numbers.facts.facts import Facts
from xlagym.numbers.language.expression import ExpressionError, parse
from xlagym.numbers.language.functions import FUNCTIONS
from xlagym.numbers.language.operations import MAX_BITS, calculate, compare
from xlagym.numbers.language.outcome import ChipConstants, Evaluated, Scope
from xlagym.numbers.language.substitution import EvaluationStep, value_text, with_values
from xlagym.numbers.reading import Reading
from xlagym.numbers.units import quantity
from xlagym.numbers.units.quantity import UnitError, Value, is_quantity

MAX_STEPS = 20_000


def evaluate(expression: str, scope: Scope) -> Evaluated:
    """Evaluate ``expression``. Raises ExpressionError, whatever was written."""
    tree = parse(expression)
    walker = Walker(scope)
    try:
        plain, unit = _result(walker.walk(tree))
        text = with_values(walker.top.steps[0])
    except ExpressionError:
        raise
    except NoFactError as error:
        raise ExpressionError(error.message, error.advice) from error
    except UnitError as error:
        raise ExpressionError(str(error), "convert one, or ask another fact", "unit") from error
    except ZeroDivisionError as error:
        raise ExpressionError("it divides by zero", "guard it: a / b if b != 0 else 0") from error
    except (TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise ExpressionError(f"can't be evaluated: {error}", "see what each part is") from error
    return Evaluated(plain, unit, text, walker.all_readings())


class Walker:
    """One evaluation: it records each step, and each fact that was read."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.top = self.here = EvaluationStep(ast.Module(body=[], type_ignores=[]))
        self.readings: dict[Reading, None] = {}
        self.matched: dict[str, Facts] = {}
        self.taken = 0
        self.elements: dict[str, Any] = {}
        """What the names of open loops stand for now; they hide other names."""
        self.known: dict[str, Callable[..., Any]] = {
            **FUNCTIONS,
            "account": self._account,
            "captures": self._captures,
            "chip": self._chip,
        }

    def walk(self, node: ast.expr) -> Any:
        """The value of ``node``; its steps hang under ``top``, below those of what holds it."""
        self.taken += 1
        if self.taken > MAX_STEPS:
            raise ExpressionError("it takes too many steps", "loop over fewer captures")
        step, outer = EvaluationStep(node), self.here
        outer.steps.append(step)
        self.here = step
        try:
            step.value = _METHODS[type(node)](self, node)
        finally:
            self.here = outer
        return step.value

    def all_readings(self) -> tuple[Reading, ...]:
        """What was read; a capture that was matched and asked nothing stands for itself."""
        asked = {reading.capture for reading in self.readings}
        unasked = [
            facts.source.membership() for name, facts in self.matched.items() if name not in asked
        ]
        return (*self.readings, *unasked)

    def _leaf(self, reading: Reading) -> Any:
        self.readings[reading] = None
        self.here.leaf = True
        return quantity.quantity(reading.value, reading.unit)

    def _captures(self, *arguments: Any) -> list[Facts]:
        found = self.scope.captures(_one_name("captures", "attention-*@tpu-*", arguments))
        self._match(found)
        self.here.leaf = True
        return found

    def _account(self, *arguments: Any) -> Facts:
        return self.scope.account(_one_name("account", "attention-s8192@tpu-v6e", arguments))

    def _chip(self, *arguments: Any) -> ChipConstants:
        return self.scope.chip(_one_name("chip", "tpu-v6e", arguments))

    def _match(self, value: Any) -> None:
        for facts in value if isinstance(value, list) else [value]:
            if isinstance(facts, Facts):
                self.matched[str(facts)] = facts

    def name(self, node: ast.Name) -> Any:
        """An element of a loop, captures, or another number."""
        if node.id in self.elements:
            return self.elements[node.id]
        bound = self.scope.bound(node.id)
        if bound is None:
            names = [*self.scope.names(), *self.known]
            raise ExpressionError(f"unknown name '{node.id}'", nearest(node.id, names))
        if bound.is_number:
            self.readings.update(dict.fromkeys(bound.readings))
            self.here.leaf = True
        else:
            self._match(bound.value)
        return bound.value

    def attribute(self, node: ast.Attribute) -> Any:
        """A fact of a capture, or a constant of a chip."""
        owner = self.walk(node.value)
        if isinstance(owner, ChipConstants):
            if node.attr not in owner.names:
                raise ExpressionError(
                    f"{owner} has no constant '{node.attr}'", nearest(node.attr, owner.names)
                )
            return self._leaf(owner.read(owner.chip, node.attr))
        if not isinstance(owner, Facts):
            raise ExpressionError(
                f"'.{node.attr}' is asked of {value_text(owner)}, which has no facts",
                "ask a capture or a chip",
            )
        found = owner.attribute(node.attr)
        return self._leaf(found) if isinstance(found, Reading) else found

    def call(self, node: ast.Call) -> Any:
        """A function of the language, or a fact that takes a name in brackets."""
        if isinstance(node.func, ast.Name):
            function = self.known.get(node.func.id)
            if function is None:
                raise ExpressionError(
                    f"unknown function '{node.func.id}'", nearest(node.func.id, self.known)
                )
            self.here.leaf |= node.func.id == "unit"
            return function(*[self._whole(part) for part in node.args])
        owner = self.walk(node.func)
        arguments = [self.walk(part) for part in node.args]
        if not isinstance(owner, Facts):
            raise ExpressionError(
                f"{ast.unparse(node.func)} takes no brackets", "remove the brackets"
            )
        if len(arguments) != 1 or not isinstance(arguments[0], str):
            raise ExpressionError(
                f"{ast.unparse(node.func)} takes one name in quotes",
                f'write {ast.unparse(node.func)}("…")',
            )
        found = owner.call(arguments[0])
        return self._leaf(found) if isinstance(found, Reading) else found

    def _whole(self, node: ast.expr) -> Any:
        """A value that is no half-named fact."""
        value = self.walk(node)
        if isinstance(value, Facts) and value.path:
            raise ExpressionError(
                f"{ast.unparse(node)} is a group of facts, not a value", value.unfinished()
            )
        return value

    def _operand(self, node: ast.expr) -> Any:
        value = self._whole(node)
        if is_quantity(value) or isinstance(value, int | float):
            return value
        raise ExpressionError(
            f"{ast.unparse(node)} is {value_text(value)}, and arithmetic needs numbers",
            "ask a fact that is a number",
        )

    def unary(self, node: ast.UnaryOp) -> Any:
        """``-a``, ``+a``, ``not a``."""
        if isinstance(node.op, ast.Not):
            return not self._whole(node.operand)
        value = self._operand(node.operand)
        return -value if isinstance(node.op, ast.USub) else value

    def binary(self, node: ast.BinOp) -> Any:
        """``a + b`` and its like."""
        return calculate(node, self._operand(node.left), self._operand(node.right))

    def comparison(self, node: ast.Compare) -> bool:
        """``a < b <= c``: the rest is passed over once one is false."""
        left_node, left = node.left, self._whole(node.left)
        for sign, right_node in zip(node.ops, node.comparators, strict=True):
            right = self._whole(right_node)
            if not compare(sign, left_node, left, right_node, right):
                return False
            left_node, left = right_node, right
        return True

    def boolean(self, node: ast.BoolOp) -> Any:
        """``a and b``, ``a or b``: as in Python, the value that decides."""
        decides = isinstance(node.op, ast.Or)
        value: Any = None
        for part in node.values:
            value = self.walk(part)
            if bool(value) == decides:
                break
        return value

    def choice(self, node: ast.IfExp) -> Any:
        """``a if b else c``: only one of the two is evaluated."""
        return self.walk(node.body if self.walk(node.test) else node.orelse)

    def constant(self, node: ast.Constant) -> Any:
        """A number, a text or a truth."""
        return node.value

    def several(self, node: ast.List | ast.Tuple) -> list[Any] | tuple[Any, ...]:
        """``[a, b]``, ``(a, b)``."""
        values = [self.walk(part) for part in node.elts]
        return values if isinstance(node, ast.List) else tuple(values)

    def loop(self, node: ast.ListComp | ast.GeneratorExp) -> list[Any]:
        """``a for c in captures(…) if b``; both forms come to a list."""
        outside = dict(self.elements)
        try:
            return [self.walk(node.elt) for _ in self._rounds(node.generators)]
        finally:
            self.elements = outside

    def _rounds(self, loops: list[ast.comprehension]) -> Iterator[None]:
        """Go through ``loops``, the last one fastest, setting the names of their elements."""
        if not loops:
            yield
            return
        loop, *inner = loops
        assert isinstance(loop.target, ast.Name)  # the parser lets no other through
        for element in self.walk(loop.iter):
            self.elements[loop.target.id] = element
            if all(self.walk(condition) for condition in loop.ifs):
                yield from self._rounds(inner)


_METHODS: dict[type[ast.expr], Callable[[Walker, Any], Any]] = {
    ast.Name: Walker.name,
    ast.Attribute: Walker.attribute,
    ast.Call: Walker.call,
    ast.UnaryOp: Walker.unary,
    ast.BinOp: Walker.binary,
    ast.BoolOp: Walker.boolean,
    ast.Compare: Walker.comparison,
    ast.IfExp: Walker.choice,
    ast.Constant: Walker.constant,
    ast.List: Walker.several,
    ast.Tuple: Walker.several,
    ast.ListComp: Walker.loop,
    ast.GeneratorExp: Walker.loop,
}
"""By node, what evaluates it."""


def _one_name(function: str, example: str, arguments: tuple[Any, ...]) -> str:
    if len(arguments) != 1 or not isinstance(arguments[0], str):
        raise ExpressionError(
            f"{function}() takes one name in quotes", f'write {function}("{example}")'
        )
    return arguments[0]


def _result(value: Any) -> tuple[Value, str]:
    if isinstance(value, Facts):
        raise ExpressionError(f"{value} is no value", value.unfinished())
    if not (is_quantity(value) or isinstance(value, int | float | str)):
        raise ExpressionError(
            f"its value is {value_text(value)}, neither a number, a text nor a truth",
            "count it, sum it, or ask one fact of it",
        )
    plain, unit = quantity.plain(value)
    if isinstance(plain, float) and not math.isfinite(plain):
        raise ExpressionError("its value is not a finite number", "see what each part is")
    if isinstance(plain, int) and plain.bit_length() > MAX_BITS:
        raise ExpressionError("its value is too large", "keep to figures of chips")
    return plain, unit
