"""The language of expressions: what may be written at all, before anything is evaluated.

Python's grammar, cut down: arithmetic, comparisons, ``and or not``, ``a if b else c``, lists and
comprehensions, calls by name, facts by dotted path. No keywords, no subscripts, no lambdas, no
names with an underscore in front; a length and a node count bound the work.
"""

from __future__ import annotations

import ast
import math
import warnings

MAX_LENGTH = 1_000
MAX_NODES = 300
MAX_DEPTH = 40

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Expression,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Call,
    ast.Attribute,
    ast.Name,
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.ListComp,
    ast.GeneratorExp,
    ast.comprehension,
    ast.Load,
    ast.Store,
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
    ast.Mod,
    ast.Pow,
    ast.USub,
    ast.UAdd,
    ast.Not,
    ast.And,
    ast.Or,
    ast.Eq,
    ast.NotEq,
    ast.Lt,
    ast.LtE,
    ast.Gt,
    ast.GtE,
    ast.In,
    ast.NotIn,
)


class ExpressionError(ValueError):
    """An expression that can't be read or evaluated: what is wrong, and what to write instead."""

    def __init__(self, message: str, advice: str, rule: str = "number") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice
        self.rule = rule
        """``unit`` where units do not fit, else ``number``."""


def parse(expression: str) -> ast.expr:
    """Parse one expression. Raises ExpressionError for anything outside the language."""
    text = " ".join(expression.split())
    if not text:
        raise ExpressionError("the expression is empty", "write one, such as attn.hlo.launched")
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            f"the expression has {len(text)} characters, {MAX_LENGTH} are the limit",
            "part it into several numbers that name each other",
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        at = f" at character {error.offset}" if error.offset else ""
        raise ExpressionError(
            f"not an expression{at}: {error.msg}", "write it as in Python: 2 * a.b + c"
        ) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError("not an expression that can be read", "simplify it") from error
    _bound(tree)
    for node in ast.walk(tree):
        _permit(node)
    return tree.body


def _bound(tree: ast.Expression) -> None:
    """Refuse what is too big or too deep, without recursion of our own."""
    level: list[ast.AST] = [tree]
    nodes = depth = 0
    while level:
        nodes += len(level)
        depth += 1
        if nodes > MAX_NODES or depth > MAX_DEPTH:
            raise ExpressionError(
                "the expression is too big to be checked by a reader",
                "part it into several numbers that name each other",
            )
        level = [child for node in level for child in ast.iter_child_nodes(node)]


def _permit(node: ast.AST) -> None:
    if not isinstance(node, _ALLOWED):
        raise ExpressionError(
            f"{_called(node)} has no place in an expression",
            "use arithmetic, comparisons, facts and the functions that are listed",
        )
    if isinstance(node, ast.Constant):
        _permit_constant(node)
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    if name and name.startswith("_"):
        raise ExpressionError(f"'{name}' is private", "ask a declared fact")
    if name and not name.isascii():
        odd = next(letter for letter in name if not letter.isascii())
        raise ExpressionError(
            f"'{name}' holds U+{ord(odd):04X}, which may look like a plain letter",
            "write names with plain letters",
        )
    if isinstance(node, ast.Call):
        if node.keywords:
            raise ExpressionError("calls take no keywords", "give the value alone")
        if not isinstance(node.func, ast.Name | ast.Attribute):
            raise ExpressionError("only functions and facts can be called", "call one by its name")
    if isinstance(node, ast.comprehension) and (
        node.is_async or not isinstance(node.target, ast.Name)
    ):
        raise ExpressionError("a loop takes one plain name", "write for c in captures(…)")


def _permit_constant(node: ast.Constant) -> None:
    value = node.value
    if not isinstance(value, int | float | str):
        raise ExpressionError(
            f"{ast.unparse(node)} is neither a number, a text nor a truth", "write one of these"
        )
    if isinstance(value, float) and not math.isfinite(value):
        raise ExpressionError("a number in the expression is infinite", "write a finite one")


def _called(node: ast.AST) -> str:
    names = {
        "Lambda": "a lambda",
        "Subscript": "a subscript",
        "JoinedStr": "an f-string",
        "NamedExpr": "an assignment",
        "Dict": "a dictionary",
        "Set": "a set",
        "Await": "await",
        "Starred": "a star",
    }
    kind = type(node).__name__
    return names.get(kind, f"'{kind}'")
