"""Texts in YAML files are shown on pages, so they hold no typed figures either."""

from __future__ import annotations

from xlagym.course.checks.texts import typed_in_station
from xlagym.course.content.paths import read_site
from xlagym.inputs.located_yaml import read_yaml

STATION = """
number: 7
title: The x-ray of 3 programs
intro: Three programs on TPU v6e, as `f(1024)` says.
programs:
  attention-s1024: attention at 1024 tokens
targets: [tpu-v6e]
"""
SITE = """
title: A course
tagline: In 14 chapters.
paths:
- name: xla
  title: The path
  chapters:
  - {number: 5, slug: fusion, title: Fusion, question: 'Which 2 ops?'}
stations:
- {number: 7, slug: a, title: A, summary: 'Find 3.'}
"""


def test_a_station() -> None:
    problems = list(typed_in_station(read_yaml(STATION, "gym/07.yml")))
    assert [(problem.file, problem.line, problem.message) for problem in problems] == [
        ("gym/07.yml", 3, "'3' in a text is typed, not traced"),
        ("gym/07.yml", 6, "'1024 tokens' in a text is typed, not traced"),
    ]


def test_a_station_that_says_nothing() -> None:
    assert list(typed_in_station(read_yaml("- a", "gym/07.yml"))) == []


def test_the_site() -> None:
    _, problems = read_site(read_yaml(SITE, "site.yml"), ())
    assert [(problem.line, problem.message) for problem in problems] == [
        (3, "'14' in a text is typed, not traced"),
        (8, "'2 ops' in a text is typed, not traced"),
        (10, "'3' in a text is typed, not traced"),
    ]


def test_a_station_compares_nothing_and_hides_nothing() -> None:
    text = "number: 7\ntitle: T\nintro: Twice as fa\u00adst.\n"
    problems = list(typed_in_station(read_yaml(text, "gym/07.yml")))
    assert [(problem.rule, problem.line) for problem in problems] == [
        ("character", 3),
        ("comparison", 3),
    ]
