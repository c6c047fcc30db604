from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.text.brackets import closing, split_commas, statement_end, without_comments


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("()", 1),
        ("(a, [b], {c})d", 12),
        ('(")")', 4),
        ('("\\")")', 6),
        ("(/* ) */)", 8),
        ("([0,10))", 7),  # kinds aren't told apart: the range's bracket closes its own
        ("(", -1),
        ('(")', -1),
        ("(/*)", -1),
    ],
)
def test_closing(text: str, end: int) -> None:
    assert closing(text, 0, len(text)) == end


def test_closing_stops_where_it_is_told() -> None:
    assert closing("(a)", 0, 2) == -1


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        (" , ,", []),
        ("a, b", ["a", "b"]),
        ("a={b, c}, d=(e, [f, g])", ["a={b, c}", "d=(e, [f, g])"]),
        ('a="b, c", d', ['a="b, c"', "d"]),
        ('a="b\\", c", d', ['a="b\\", c"', "d"]),
        ("a /* b, c */, d", ["a /* b, c */", "d"]),
        ('a, b="c, d', ["a", 'b="c, d']),
        ("a={b, c", ["a={b, c"]),
    ],
)
def test_split_commas(text: str, parts: list[str]) -> None:
    assert split_commas(text) == parts


def test_without_comments() -> None:
    assert without_comments('a, /*index=5*/b "/*c*/" /**/d /*') == 'a, b "/*c*/" d '


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("a\nb", 1),
        ("a", 1),
        ("a,\nb\nc", 4),
        ("a, \r\nb\nc", 6),
        ("a={\n}\nb", 5),
        ('a={\n"\n"}\nb', 8),
        ('a="\n"\nb', -1),
        ('a="b\nc', -1),
        ('a="', -1),
        ("a={\nb", -1),
    ],
)
def test_statement_end(text: str, end: int) -> None:
    assert statement_end(text, 0, len(text)) == end


@given(st.text(alphabet='ab,()[]{}"\\/*\n'))
def test_parts_joined_are_the_text(text: str) -> None:
    joined = "".join(split_commas(text))
    assert [each for each in joined if each in "ab"] == [each for each in text if each in "ab"]
