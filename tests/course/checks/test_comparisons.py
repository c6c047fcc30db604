"""Comparing words stand inside claims, or in phrases that are allowed with a reason."""

from __future__ import annotations

import re

import pytest
from markdown_it.utils import read_fixture_file

from tests.places import ROOT
from xlagym.course.checks.comparisons import Allowed, unclaimed
from xlagym.course.markdown.markdown import Markdown
from xlagym.course.markdown.piece import piece
from xlagym.course.markdown.pieces import pieces

CASES = read_fixture_file(ROOT / "tests/course/fixtures" / "comparisons.md")
LARGEST = Allowed("the largest value of", "defines the term", 4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [pytest.param(text, expected, id=f"{line}-{title}") for line, title, text, expected in CASES],
)
def test_comparisons(text: str, expected: str, markdown: Markdown) -> None:
    parsed = markdown.parse(text, "chapter.md")
    allow = [LARGEST] if "largest\nvalue" in text else []
    found = ""
    for problem in unclaimed(pieces(parsed.tokens), "chapter.md", allow):
        match = re.match(r"'(.+)' compares, outside a claim", problem.message)
        assert match is not None
        assert (problem.file, problem.rule) == ("chapter.md", "comparison")
        found += f"{problem.line}: {match[1]}\n"
    assert found == expected


def test_an_allowed_phrase_that_stands_nowhere() -> None:
    (problem,) = unclaimed([piece("title", "All of it", 1)], "chapter.md", [LARGEST])
    assert (problem.line, problem.rule) == (4, "allow")
    assert problem.message == "the allowed phrase 'the largest value of' stands nowhere in the text"
    assert problem.advice == "remove it from the front matter"
