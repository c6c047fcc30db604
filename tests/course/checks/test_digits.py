"""Typed figures: what counts as one, where it stands, and what to quote instead."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from tests.places import ROOT
from xlagym.course.checks.digits import typed_figures, untraced
from xlagym.course.checks.evidence import Evidence, nearest_evidence
from xlagym.course.checks.literals import literals, without_literals
from xlagym.course.markdown.markdown import Markdown
from xlagym.course.markdown.piece import piece
from xlagym.course.markdown.pieces import pieces

CASES = read_fixture_file(ROOT / "tests/course/fixtures" / "digits.md")
KNOWN = [
    Evidence("score_trip", "276.8 MB", 276_824_064),
    Evidence("cost", "155.2 MB", 155_197_504),
    Evidence("launched", "1", 1),
    Evidence("space", "VMEM", "VMEM"),
    Evidence("share", "80.5 %", 0.805),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [pytest.param(text, expected, id=f"{line}-{title}") for line, title, text, expected in CASES],
)
def test_figures(text: str, expected: str, markdown: Markdown) -> None:
    parsed = markdown.parse(text, "chapter.md")
    found = ""
    for problem in untraced(pieces(parsed.tokens), "chapter.md", KNOWN):
        match = re.match(r"'(.+)' in (?:an? )?(.+) is typed, not traced", problem.message)
        assert match is not None
        assert (problem.file, problem.rule) == ("chapter.md", "digit")
        found += f"{problem.line}: {match[2]}: {match[1]}\n"
    assert found == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("155.2", "the nearest evidence is cost (155.2 MB); quote it: {q}`cost`"),
        ("155.2 MB", "the nearest evidence is cost (155.2 MB); quote it: {q}`cost`"),
        ("155,197,504", "the nearest evidence is cost (155.2 MB); quote it: {q}`cost`"),
        ("277 MB", "the nearest evidence is score_trip (276.8 MB); quote it: {q}`score_trip`"),
        ("264 MiB", "the nearest evidence is score_trip (276.8 MB); quote it: {q}`score_trip`"),
        ("0.1552 GB", "the nearest evidence is cost (155.2 MB); quote it: {q}`cost`"),
        ("80.5", "the nearest evidence is share (80.5 %); quote it: {q}`share`"),
        ("42", "no number of the evidence is near it; the nearest is share (80.5 %)"),
    ],
)
def test_nearest(typed: str, expected: str) -> None:
    assert nearest_evidence(typed, KNOWN) == expected


def test_nearest_of_nothing() -> None:
    assert nearest_evidence("1", []) == "this page's sheet has no number to quote instead"


def test_texts_of_stations_and_titles_are_checked_alike() -> None:
    (problem,) = untraced([piece("title", "Find 3 in `f(4)`", 9)], "gym/07.yml", [])
    assert (problem.line, problem.message) == (9, "'3' in a title is typed, not traced")


@given(st.sampled_from(sorted(literals())), st.text())
def test_literals_keep_offsets(name: str, text: str) -> None:
    assert len(without_literals(text + name)) == len(text + name)


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=2), st.sampled_from(["MB", "%", "µs"])
)
def test_no_figure_with_a_unit_is_a_literal(value: object, unit: str) -> None:
    assert typed_figures(f"it takes {value} {unit}") != []
