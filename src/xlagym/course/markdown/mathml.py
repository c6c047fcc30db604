"""Formulas: LaTeX between dollars becomes MathML at build, which browsers draw by themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.course.markdown.place import SourcePlace

_LEFTOVER = re.compile(r">(\\[A-Za-z]+)<")
_TAG = re.compile(r"</?([A-Za-z]+)")
_MATH = re.compile(
    r"math|m(?:frac|i|n|o|over|padded|phantom|root|row|space|sqrt|style|sub|subsup|sup|table|td"
    r"|text|tr|under|underover)"
)
_FORBIDDEN = re.compile(r"\\(href|style|class|id)\b")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


def mathml(formula: str, place: SourcePlace, *, block: bool) -> str:
    """``formula`` as MathML; raises ProblemError when it is not LaTeX that we can read."""
    # Here, since few pages hold formulas, and it loads slowly.
    from latex2mathml.converter import convert

    source = formula.strip()
    fault = _unbalanced(source)
    markup = ""
    if not fault:
        try:
            markup = str(convert(source, display="block" if block else "inline"))
        except Exception as error:  # the converter raises whatever its parsing runs into
            fault = str(error) or type(error).__name__
    # The converter passes on what it doesn't know, markup inside \\text among it.
    leftover = _LEFTOVER.search(markup) or _FORBIDDEN.search(source)
    if leftover:
        fault = f"the command {leftover.group(1)} is not known here"
    elif not all(map(_MATH.fullmatch, _TAG.findall(markup))):
        fault = "it holds markup"
    if fault:
        raise place.error(
            "math",
            f"the formula '{source}' can't be read: {fault}",
            "mend the LaTeX between the dollars, or escape a dollar that means money: \\$",
        )
    return markup


def _unbalanced(source: str) -> str:
    """What is wrong with the braces; empty where they pair up."""
    depth = 0
    for found in _BRACE.findall(source):
        depth += {"{": 1, "}": -1}.get(found, 0)
        if depth < 0:
            return "a } has no {"
    return "a { has no }" if depth else ""
