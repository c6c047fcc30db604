"""Published figures: each with a unit, a source and words; anything else is named by its line."""

from __future__ import annotations

import pytest

from xlagym.evidence.reports.figures import PublishedFigure, read_figures
from xlagym.inputs.problems import ProblemError


def test_a_figure_and_its_line() -> None:
    text = "# quoted\nop_time: {is: 217.6, unit: µs, source: A-b, says: 'what  it is'}\n"
    assert read_figures(text, "figures.yml") == {
        "op_time": PublishedFigure("op_time", 217.6, "µs", "A-b", "what it is", 2)
    }


def test_a_count_has_no_unit() -> None:
    (figure,) = read_figures("runs: {is: 20, source: A, says: runs}", "f").values()
    assert (figure.value, figure.unit) == (20, "")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "it holds no figures"),
        ("- a", 1, "it holds no figures"),
        ("a: 3", 1, "'a' is no figure"),
        ("a: {is: x, source: S, says: w}", 1, "'is' of 'a' is 'x'"),
        ("a: {is: true, source: S, says: w}", 1, "'is' of 'a' is True"),
        ("a:\n  is: 1\n  source: ''\n  says: w", 3, "'source' of 'a' is ''"),
        ("a:\n  is: 1\n  source: S", 1, "'says' of 'a' is None"),
        ("a:\n  is: 1\n  source: S\n  says: w\n  by: me", 5, "'a' has an unknown field 'by'"),
    ],
)
def test_what_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(ProblemError) as raised:
        read_figures(text, "figures.yml")
    (problem,) = raised.value.problems
    assert (problem.file, problem.line, problem.message) == ("figures.yml", line, message)
