"""Formulas render, or say what is wrong; nothing in them becomes markup."""

from __future__ import annotations

import pytest

from xlagym.course.markdown.mathml import mathml
from xlagym.course.markdown.place import SourcePlace
from xlagym.inputs.problems import ProblemError


def test_inline_and_block(place: SourcePlace) -> None:
    assert mathml(r"\frac{b_m b_n}{b_m + b_n}", place, block=False).startswith(
        '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline"><mrow><mfrac>'
    )
    assert 'display="block"' in mathml("a < b", place, block=True)
    assert "&#x0003C;" in mathml("a < b", place, block=True)


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        (r"\frac{1", "a { has no }"),
        ("a}", "a } has no {"),
        (r"\unknown x", r"the command \unknown is not known here"),
        (r"\href{javascript:0}{x}", "the command href is not known here"),
        (r"\text{<script>alert(0)</script>}", "it holds markup"),
        (r"\color{\"><script>}{x}", "it holds markup"),
        ("x_", "MissingSuperScriptOrSubscriptError"),
    ],
)
def test_faults(formula: str, fault: str, place: SourcePlace) -> None:
    with pytest.raises(ProblemError) as caught:
        mathml(formula, place, block=False)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.rule) == ("chapter.md", 3, "math")
    assert problem.message == f"the formula '{formula}' can't be read: {fault}"
