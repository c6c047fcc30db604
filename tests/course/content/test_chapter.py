"""A chapter read whole: what its page says, and everything that is wrong with it at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xlagym.course.checks.evidence import Evidence
from xlagym.course.content.chapter import Chapter, read_chapter
from xlagym.course.context import Library
from xlagym.course.markdown.markdown import Markdown
from xlagym.inputs.problems import Problem
from xlagym.numbers.sheets.sheet import Sheet

FILE = "content/xla/05-fusion/chapter.md"
HEAD = """---
title: Fusion
question: Which ops become one?
stations: [timeline]
sources: [gym]
allow:
  - {phrase: half a dozen, reason: an idiom}
---
"""
PROSE = "The compiler fuses half a dozen ops. " + "Words and more of them. " * 190


def read(
    text: str, markdown: Markdown, library: Library, sheet: Sheet
) -> tuple[Chapter, list[Problem]]:
    entry = library.site.chapter("xla/05")
    assert entry is not None
    known = [Evidence("score_trip", "276.8 MB", 276_824_064)]
    return read_chapter(text, FILE, entry, markdown, library, sheet, known)


def test_a_chapter(markdown: Markdown, library: Library, sheet: Sheet) -> None:
    text = (
        f"{HEAD}\n## What it does\n\n{PROSE}\n\n{{q}}`launched`, {{q}}`quoted`, {{claim}}`one|one`,"
        " {term}`tile`, {station}`fusion-xray`, {ch}`xla/06`, {cite}`SB-tpus`\n\n### Why {#why}\n"
    )
    chapter, problems = read(text, markdown, library, sheet)
    assert problems == []
    assert (chapter.number, chapter.slug, chapter.path) == (5, "fusion", "/l/xla/05-fusion/")
    assert (chapter.title, chapter.question) == ("Fusion", "Which ops become one?")
    assert chapter.front.summary == "Which ops become one?"
    assert [
        (heading.level, heading.text, heading.id, heading.line) for heading in chapter.headings
    ] == [
        (2, "What it does", "what-it-does", 10),
        (3, "Why", "why", 16),
    ]
    assert chapter.words == 7 + 190 * 5 + 7
    assert [(each.number.id, each.anchor, each.back) for each in chapter.numbers] == [
        ("xla/05/launched", "r-xla.05.launched", "q-xla.05.launched"),
        ("xla/05/quoted", "r-xla.05.quoted", "q-xla.05.quoted"),
    ]
    assert [claim.id for claim in chapter.claims] == ["xla/05/one"]
    assert [term.key for term in chapter.terms] == ["tile"]
    assert [station.slug for station in chapter.stations] == ["timeline", "fusion-xray"]
    assert [source.key for source in chapter.sources] == ["SB-tpus", "gym"]
    assert chapter.captures == ("attention-s1024@tpu-v6e",)
    assert '<h2 id="what-it-does">What it does</h2>' in chapter.html
    assert "question" not in chapter.html


def test_every_fault_is_named_at_once(markdown: Markdown, library: Library, sheet: Sheet) -> None:
    head = (
        "---\ntitle: Fusions in 3 steps\nquestions: Why?\nstations: [timelines]\nsources: [jym]\n"
        "allow:\n  - {phrase: half a dozen}\n---\n"
    )
    text = f"{head}\nIt moves 276.8 MB,\ntwice. {{q}}`lunched`\n"
    _, problems = read(text, markdown, library, sheet)
    assert [(problem.line, problem.rule, problem.message) for problem in problems] == [
        (3, "front", "unknown field 'questions'"),
        (2, "front", "the field 'question' is missing"),
        (7, "front", "the field 'reason' is missing"),
        (4, "front", "the gym has no station 'timelines'"),
        (5, "front", "no source is called 'jym'"),
        (11, "number", "there is no number 'lunched' here"),
        (2, "digit", "'3' in a title is typed, not traced"),
        (10, "digit", "'276.8 MB' in prose is typed, not traced"),
        (11, "comparison", "'twice' compares, outside a claim"),
        (7, "allow", "the allowed phrase 'half a dozen' stands nowhere in the text"),
        (2, "front", "the title is 'Fusions in 3 steps' here and 'Fusion' in content/site.yml"),
        (1, "length", "6 words of prose, where a chapter has 900 to 1800"),
    ]
    assert {problem.file for problem in problems} == {FILE}


def test_a_chapter_that_is_too_long(markdown: Markdown, library: Library, sheet: Sheet) -> None:
    _, problems = read(f"{HEAD}\nhalf a dozen {'word ' * 1798}", markdown, library, sheet)
    assert [(problem.rule, problem.message) for problem in problems] == [
        ("length", "1801 words of prose, where a chapter has 900 to 1800")
    ]


def test_no_head(markdown: Markdown, library: Library, sheet: Sheet) -> None:
    chapter, problems = read(f"{PROSE}\n", markdown, library, sheet)
    assert [(problem.line, problem.rule, problem.message) for problem in problems] == [
        (1, "front", "the chapter has no head"),
        (1, "comparison", "'half' compares, outside a claim"),
    ]
    assert chapter.title == ""


def test_a_head_that_is_no_yaml(markdown: Markdown, library: Library, sheet: Sheet) -> None:
    _, problems = read(
        f"---\ntitle: Fusion\ntitle: Fission\n---\n\n{PROSE}\n", markdown, library, sheet
    )
    assert problems[0].file == FILE
    assert problems[0].message == "the key 'title' stands twice in one mapping"
    assert problems[0].line == 3


def test_a_head_with_a_control_character(
    markdown: Markdown, library: Library, sheet: Sheet
) -> None:
    _, problems = read(f"---\ntitle: \x1f\n---\n\n{PROSE}\n", markdown, library, sheet)
    assert (problems[0].file, problems[0].line) == (FILE, 2)


@pytest.mark.parametrize("head", ["5", "- title", "title", "null", "&a [*a]"])
def test_a_head_that_is_no_mapping(
    markdown: Markdown, library: Library, sheet: Sheet, head: str
) -> None:
    _, problems = read(f"---\n{head}\n---\n\n{PROSE}\n", markdown, library, sheet)
    assert problems
    assert {problem.file for problem in problems} == {FILE}


def test_a_sheet_that_quotes_an_unknown_source(
    markdown: Markdown, library: Library, sheet: Sheet
) -> None:
    entry = replace(sheet.entries["quoted"], source="jim")
    other = replace(sheet, entries={**sheet.entries, "quoted": entry}, _made={})
    _, problems = read(f"{HEAD}\n{PROSE}\n", markdown, library, other)
    assert problems == [
        Problem("numbers.yml", "no source is called 'jim'", "known: SB-tpus, gym", 6, "source")
    ]
