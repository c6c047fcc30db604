from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.text.lines import Lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\nb", ["a", "b"]),
        ("\n", [""]),
        ("\n\na", ["", "", "a"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\x0bc\x85d\u2028e\nf", ["a\rb\x0bc\x85d\u2028e", "f"]),
    ],
)
def test_lines(text: str, lines: list[str]) -> None:
    found = Lines(text)
    assert list(found) == lines
    assert len(found) == len(lines)
    assert [found[i - len(lines)] for i in range(len(lines))] == lines
    assert found[1:] == lines[1:]


def test_a_line_that_is_not_there() -> None:
    lines = Lines("a\nb\n")
    with pytest.raises(IndexError, match="line 2 of 2"):
        lines[2]
    with pytest.raises(IndexError, match="line -3 of 2"):
        lines[-3]


def test_what_runs_over_lines() -> None:
    lines = Lines("a\r\nb\r\nc\r\n")
    lines.runs_to(1, 2)
    assert lines.from_line(1) == "a\r\nb"
    assert lines.last_line(1) == 2
    assert lines.from_line(2) == "b"
    assert lines[0] == "a"


@given(st.text(alphabet="ab\n\r"))
def test_lines_are_those_of_splitting(text: str) -> None:
    split = text.split("\n")
    whole = split if split[-1] else split[:-1]
    ends = len(split) - 1  # a carriage return counts as part of a line's end only before one
    expected = [each.removesuffix("\r") if i < ends else each for i, each in enumerate(whole)]
    assert list(Lines(text)) == expected
