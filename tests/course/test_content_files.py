"""The small YAML files: what they say, and every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import ROOT
from xlagym.course.content.glossary import read_glossary
from xlagym.course.content.paths import present, read_site
from xlagym.course.content.sources import read_sources
from xlagym.course.context import Library
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import Problem


def told(problems: list[Problem]) -> list[tuple[int | None, str, str]]:
    return [(problem.line, problem.message, problem.advice) for problem in problems]


def test_glossary(library: Library) -> None:
    glossary = library.glossary
    assert [term.key for term in glossary] == ["mxu", "roofline", "tile"]
    for spelling in ("roofline", "Roofline", "FLOOR MODEL"):
        found = glossary.find(spelling)
        assert found is not None
        assert found.key == "roofline"
    assert glossary.find("floor") is None
    tile, mxu = glossary.by_key["tile"], glossary.by_key["mxu"]
    assert tile.html == "A block of elements, <code>T(8,128)</code> in &quot;HLO&quot;."
    assert tile.plain == 'A block of elements, T(8,128) in "HLO".'
    assert (tile.published, mxu.published, mxu.cite) == (False, True, "SB-tpus")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: {name: A}", (1, "the field 'is' is missing", "add 'is: …'")),
        (
            "a: {is: B, was: C}",
            (1, "unknown field 'was'", "known: aliases, cite, is, name, taught"),
        ),
        ("a: B", (1, "'a' should have fields", "indent 'name: value' lines below it")),
        ("- a", (1, "expected a mapping of names", "write 'name:' lines")),
        (
            "a: {is: B}\nb:\n  is: C\n  aliases: [A]",
            (4, "'A' also means 'a'", "drop one of the two"),
        ),
        (
            "a:\n  is: B\n  taught: xla/5",
            (3, "no path has a chapter 'xla/5'", "did you mean 'xla/05' or 'xla/06'?"),
        ),
        ("a:\n  is: B\n  cite: jym", (3, "no source is called 'jym'", "did you mean 'gym'?")),
        (
            "a:\n  is: 128 lanes on `T(8,128)`",
            (
                2,
                "the definition of 'a' holds the figure '128', traced to nothing",
                "say it without the figure, or add 'cite:' with the source that publishes it",
            ),
        ),
        ("a: {is: [B]}", (1, "the field 'is' should be text", "write one line of text")),
        (
            "a: {is: B, aliases: c}",
            (1, "the field 'aliases' should be a list", "write 'aliases: [a, b]'"),
        ),
    ],
)
def test_glossary_faults(text: str, expected: tuple[int, str, str], library: Library) -> None:
    _, problems = read_glossary(read_yaml(text, "glossary.yml"), library.site, library.sources)
    assert told(problems)[:1] == [expected]


def test_sources(library: Library) -> None:
    source = library.sources.get("SB-tpus")
    assert source is not None
    assert (source.title, source.short) == ("How to Think About TPUs", "Book, TPUs")
    assert (source.url, source.file, source.use) == ("https://a.example", "", "sizes")
    assert library.sources.get("nothing") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a: {title: T, by: B, for: F}",
            [(1, "'a' should say where it stands", "give it either 'url' or 'file'")],
        ),
        (
            "a: {title: T, by: B, for: F, url: /x}",
            [(1, "'/x' is no web address", "begin it with https://")],
        ),
        (
            "a: {title: T, by: B, for: F, url: 'javascript:alert(1)'}",
            [(1, "'javascript:alert(1)' is no web address", "begin it with https://")],
        ),
        (
            "a: {titel: T, url: 'https://x.example'}",
            [
                (1, "unknown field 'titel'", "did you mean 'title'?"),
                (1, "the field 'title' is missing", "add 'title: …'"),
                (1, "the field 'by' is missing", "add 'by: …'"),
                (1, "the field 'for' is missing", "add 'for: …'"),
            ],
        ),
    ],
)
def test_source_faults(text: str, expected: list[tuple[int, str, str]]) -> None:
    _, problems = read_sources(read_yaml(text, "sources.yml"))
    assert told(problems) == expected


def test_site(library: Library) -> None:
    site = library.site
    fusion, layout = site.chapters
    assert (fusion.id, fusion.page, fusion.folder) == (
        "xla/05",
        "/l/xla/05-fusion/",
        "xla/05-fusion",
    )
    assert (fusion.written, layout.written, fusion.stations) == (True, False, (7,))
    assert layout.question == "What does `T(8,128)` cost?"
    xray = site.station("GYM·07")
    assert xray is not None
    assert (xray.label, xray.page, xray.open) == ("GYM·07", "/gym/07-fusion-xray/", True)
    assert xray.file == "gym/07-fusion-xray.yml"
    assert site.station("9") is None
    assert site.paths[0].page == "/l/xla/"


@pytest.mark.parametrize(
    ("chapter", "expected"),
    [
        ("{slug: a, title: A, question: B}", "'number' should be a whole number"),
        ("{number: -5, slug: a, title: A, question: B}", "-5 is no number of two digits"),
        ("{number: 100, slug: a, title: A, question: B}", "100 is no number of two digits"),
        (
            "{number: 5, slug: ../../etc, title: A, question: B}",
            "'../../etc' can't stand in an address",
        ),
        ("{number: 5, slug: A b, title: A, question: B}", "'A b' can't stand in an address"),
        (
            "{number: 5, slug: a, title: A, question: B, stations: [x]}",
            "'x' is no number of a station",
        ),
        ("{number: 5, slug: a, title: A}", "the field 'question' is missing"),
        (
            "{number: 5, slug: a, title: A, question: B, stations: [9]}",
            "no station has the number 9",
        ),
        ("a", "'a' should have fields"),
    ],
)
def test_site_faults(chapter: str, expected: str) -> None:
    text = f"title: T\ntagline: L\npaths:\n- name: xla\n  title: P\n  chapters:\n  - {chapter}"
    _, problems = read_site(read_yaml(text, "site.yml"), ())
    assert [(problem.line, problem.message) for problem in problems] == [(7, expected)]


def test_a_station_number_twice() -> None:
    one = "{number: 7, slug: a, title: A, summary: B}"
    text = f"title: T\ntagline: L\npaths: []\nstations:\n- {one}\n- {one}\n"
    _, problems = read_site(read_yaml(text, "site.yml"), ())
    assert told(problems) == [(6, "station 7 stands twice", "renumber one")]


def test_a_path_has_a_place_on_the_site() -> None:
    text = "title: T\ntagline: L\npaths:\n- {name: ../../tmp, title: P}\n"
    _, problems = read_site(read_yaml(text, "site.yml"), ())
    assert told(problems) == [
        (4, "'../../tmp' can't stand in an address", "use a-z, 0-9 and hyphens")
    ]


@pytest.mark.parametrize("name", ["9" * 5000, "٧", "7.0", "GYM·", "", "00"])
def test_no_station(library: Library, name: str) -> None:
    assert library.site.station(name) is None


def test_a_chapter_number_twice() -> None:
    one = "{number: 5, slug: a, title: A, question: B}"
    text = f"title: T\ntagline: L\npaths:\n- {{name: x, title: P, chapters: [{one}, {one}]}}"
    _, problems = read_site(read_yaml(text, "site.yml"), ())
    assert told(problems) == [(4, "chapter 5 stands twice", "renumber one")]


def test_what_is_written_and_listed_nowhere() -> None:
    chapter = "{number: 5, slug: a, title: A, question: B}"
    text = f"title: T\ntagline: L\npaths:\n- {{name: x, title: P, chapters: [{chapter}]}}"
    written = {"x/05-a", "x/06-b", "gym/07-c.yml"}
    _, problems = read_site(read_yaml(text, "content/site.yml"), written)
    assert [(problem.file, problem.rule) for problem in problems] == [
        ("content/gym/07-c.yml", "unlisted"),
        ("content/x/06-b/chapter.md", "unlisted"),
    ]


def test_what_is_written(tmp_path: Path) -> None:
    for name in ("xla/05-fusion/chapter.md", "xla/06-layout/numbers.yml", "gym/07-a.yml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert present(tmp_path) == {"xla/05-fusion", "gym/07-a.yml"}


def test_the_project_s_own_files_are_whole() -> None:
    content = ROOT / "content"

    def read(name: str) -> str:
        return (content / name).read_text(encoding="utf-8")

    site, problems = read_site(read_yaml(read("site.yml"), "site.yml"), present(content))
    assert problems == []
    assert [chapter.number for chapter in site.chapters] == list(range(1, 15))
    assert len(site.stations) == 12
    sources, problems = read_sources(read_yaml(read("sources.yml"), "sources.yml"))
    assert problems == []
    glossary, problems = read_glossary(
        read_yaml(read("glossary.yml"), "glossary.yml"), site, sources
    )
    assert problems == []
    named = (
        "XLA, StableHLO, HLO, fusion, roofline, MXU, VPU, VMEM, HBM, SMEM, CMEM, DMA, ICI, DCN,"
        " TensorCore, SparseCore, megacore, Mosaic, Pallas, custom call, xplane, device plane,"
        " cost model, layout, tile, donation, remat, collective, GSPMD, Shardy, MFU,"
        " arithmetic intensity, nameplate bandwidth, achieved bandwidth"
    )
    assert [name for name in named.split(", ") if glossary.find(name.strip()) is None] == []
    unused_names = {term.name for term in glossary if not term.definition.endswith(".")}
    assert unused_names == set()
