"""Fixture files hold cases: a title, Markdown, what it renders as, what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file

from xlagym.course.context import ChapterContext
from xlagym.course.markdown.markdown import Markdown
from xlagym.inputs.problems import Problem

FIXTURES = Path(__file__).parent / "fixtures"


def cases(name: str) -> list[object]:
    """The cases of a fixture file, named by line and title."""
    return [
        pytest.param(text, expected, id=f"{line}-{title}")
        for line, title, text, expected in read_fixture_file(FIXTURES / name)
    ]


def told(problem: Problem) -> str:
    """A problem as a fixture expects it."""
    return (
        f"! {problem.file}:{problem.line} {problem.rule}: {problem.message}\n"
        f"!     {problem.advice}\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"), [*cases("roles.md"), *cases("blocks.md"), *cases("directives.md")]
)
def test_render(text: str, expected: str, markdown: Markdown, context: ChapterContext) -> None:
    parsed = markdown.parse(text, "chapter.md")
    html = markdown.render(parsed, context)
    problems = (*parsed.problems, *context.problems)
    assert html.rstrip("\n") + "\n" + "".join(map(told, problems)) == expected
