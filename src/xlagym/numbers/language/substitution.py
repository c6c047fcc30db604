"""An evaluated expression with values in place of what was read.

Evaluation records a tree of steps; this module writes that tree down again. Nothing is searched and
replaced in text: ``2 * attn.tensor("scores").bytes`` becomes ``2 × 134,217,728 B`` because the step
of that attribute was a leaf.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from xlagym.numbers.facts.facts import Facts
from xlagym.numbers.units.display import plainly
from xlagym.numbers.units.quantity import is_quantity, unit_of

MOST_SHOWN = 8
"""Elements of a list that are written out; of longer ones the first few and the count."""

_BINARY: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 5),
    ast.Sub: ("−", 5),
    ast.Mult: ("×", 6),
    ast.Div: ("÷", 6),
    ast.FloorDiv: ("//", 6),
    ast.Mod: ("mod", 6),
    ast.Pow: ("^", 8),
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "≠",
    ast.Lt: "<",
    ast.LtE: "≤",
    ast.Gt: ">",
    ast.GtE: "≥",
    ast.In: "in",
    ast.NotIn: "not in",
}
_IF, _OR, _AND, _NOT, _ORDER, _SIGN, _WITH_UNIT, _ATOM = 0, 1, 2, 3, 4, 7, 7, 9

type WrittenTerm = tuple[str, int]
"""Text, and how tightly it binds."""


@dataclass(slots=True)
class EvaluationStep:
    """One node of an expression as it was evaluated."""

    node: ast.AST
    value: Any = None
    leaf: bool = False
    """Whether its value came from evidence, or from another number."""
    steps: list[EvaluationStep] = field(default_factory=list)
    """What was evaluated for it, in order: in a loop, once an element."""

    def of(self, node: ast.AST) -> EvaluationStep | None:
        """The step of a part; None if it was passed over, as the rest of a false ``and`` is."""
        return next((step for step in self.steps if step.node is node), None)


def with_values(step: EvaluationStep) -> str:
    """Write down what ``step`` evaluated, values in place of facts."""
    return _write(step)[0]


def value_text(value: Any) -> str:
    """A value as receipts and messages show it: text quoted, captures by id."""
    if isinstance(value, str):
        return f'"{value}"'
    if is_quantity(value):
        return plainly(_short(value.magnitude), unit_of(value))
    if isinstance(value, bool | int | float):
        return plainly(_short(value), "")
    if isinstance(value, list | tuple):
        return f"{len(value)} captures" if _all_captures(value) else _listed(map(value_text, value))
    return str(value)


def _short(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _all_captures(values: Any) -> bool:
    return bool(values) and all(isinstance(value, Facts) for value in values)


def _write(step: EvaluationStep) -> WrittenTerm:
    node = step.node
    if step.leaf or isinstance(node, ast.Name | ast.Attribute | ast.Constant):
        return _value(step.value)
    if isinstance(node, ast.BinOp):
        return _binary(node, step)
    if isinstance(node, ast.UnaryOp):
        sign = {ast.USub: "−", ast.UAdd: "+", ast.Not: "not "}[type(node.op)]
        binds = _NOT if isinstance(node.op, ast.Not) else _SIGN
        return sign + _part(step, node.operand, binds), binds
    if isinstance(node, ast.BoolOp):
        word, binds = ("and", _AND) if isinstance(node.op, ast.And) else ("or", _OR)
        return f" {word} ".join(_part(step, value, binds + 1) for value in node.values), binds
    if isinstance(node, ast.Compare):
        return _comparison(node, step)
    if isinstance(node, ast.IfExp):
        texts = [_part(step, part, _IF + 1) for part in (node.body, node.test, node.orelse)]
        return f"{texts[0]} if {texts[1]} else {texts[2]}", _IF
    if isinstance(node, ast.Call):
        return _call(node, step)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return f"[{_elements(node, step)}]", _ATOM
    if isinstance(node, ast.List | ast.Tuple):
        return f"[{', '.join(_part(step, part, _IF) for part in node.elts)}]", _ATOM
    return ast.unparse(node), _ATOM


def _value(value: Any) -> WrittenTerm:
    text = value_text(value)
    return text, _WITH_UNIT if is_quantity(value) or text.startswith("−") else _ATOM


def _part(step: EvaluationStep, node: ast.AST, binds: int) -> str:
    """A part of ``step``, in brackets where it binds less tightly than ``binds``."""
    inner = step.of(node)
    text, own = (ast.unparse(node), _ATOM) if inner is None else _write(inner)
    return text if own >= binds else f"({text})"


def _binary(node: ast.BinOp, step: EvaluationStep) -> WrittenTerm:
    sign, binds = _BINARY[type(node.op)]
    power = isinstance(node.op, ast.Pow)
    left = _part(step, node.left, _ATOM if power else binds)
    right = _part(step, node.right, _ATOM if power else binds + 1)
    return f"{left} {sign} {right}", binds


def _comparison(node: ast.Compare, step: EvaluationStep) -> WrittenTerm:
    parts = [_part(step, node.left, _ORDER + 1)]
    for operator, right in zip(node.ops, node.comparators, strict=True):
        parts += [_COMPARE[type(operator)], _part(step, right, _ORDER + 1)]
    return " ".join(parts), _ORDER


def _call(node: ast.Call, step: EvaluationStep) -> WrittenTerm:
    name = ast.unparse(node.func)
    if len(node.args) == 1:
        inner = step.of(node.args[0])
        if inner is not None and isinstance(inner.node, ast.ListComp | ast.GeneratorExp):
            return f"{name}({_elements(inner.node, inner)})", _ATOM
    return f"{name}({', '.join(_part(step, part, _IF) for part in node.args)})", _ATOM


def _elements(node: ast.ListComp | ast.GeneratorExp, step: EvaluationStep) -> str:
    """Each element of a loop with the values that it had, named by the capture that it is about."""
    elements = []
    for part in step.steps:
        if part.node is node.elt:
            subject, text = _subject(part), _write(part)[0]
            elements.append(text if subject in (None, text) else f"{subject}: {text}")
    return _listed(elements)


def _listed(texts: Any) -> str:
    parts = list(texts)
    if len(parts) <= MOST_SHOWN:
        return ", ".join(parts)
    return f"{', '.join(parts[:3])}, … {len(parts)} in all"


def _subject(step: EvaluationStep) -> str | None:
    """Id of the capture that a loop's element asks."""
    if isinstance(step.node, ast.Name) and isinstance(step.value, Facts) and not step.value.path:
        return str(step.value)
    return next((name for part in step.steps if (name := _subject(part))), None)
