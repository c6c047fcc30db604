"""A small course over one real capture, and a program that the compiler refused."""

from __future__ import annotations

import dataclasses

import pytest

from tests.places import ROOT
from xlagym.captures.capture import Capture
from xlagym.captures.store import Store, load_capture
from xlagym.course.content.glossary import read_glossary
from xlagym.course.content.paths import read_site
from xlagym.course.content.sources import read_sources
from xlagym.course.context import ChapterContext, Library
from xlagym.course.markdown.block import Block
from xlagym.course.markdown.markdown import Markdown
from xlagym.course.markdown.place import SourcePlace
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.constants import read_constants
from xlagym.numbers.sheets.sheet import Sheet, read_sheet
from xlagym.numbers.workbook import Workbook

CAPTURE = "attention-s1024@tpu-v6e"
PAGE = "/l/xla/05-fusion/"

SITE = """
title: A course
tagline: Small.
paths:
  - name: xla
    title: The path
    chapters:
      - {number: 5, slug: fusion, title: Fusion, question: 'Which ops become one?', stations: [7]}
      - {number: 6, slug: layout, title: Layout & tiles, question: 'What does `T(8,128)` cost?'}
stations:
  - {number: 7, slug: fusion-xray, title: The fusion x-ray, summary: Look inside.}
  - {number: 8, slug: timeline, title: The timeline, summary: Read a run.}
"""
GLOSSARY = """
roofline: {name: roofline, is: The least time a step can take., aliases: [floor model]}
tile: {is: 'A block of elements, `T(8,128)` in "HLO".', taught: xla/06}
mxu: {name: MXU, is: A grid of 128×128 multipliers., cite: SB-tpus}
"""
SOURCES = """
SB-tpus:
  title: How to Think About TPUs
  short: Book, TPUs
  by: Austin
  url: https://a.example
  for: sizes
gym: {title: The gym, by: Somebody, file: gym.txt, for: figures}
"""
NUMBERS = """
let: {attn: attention-s1024@tpu-v6e}
numbers:
  launched: attn.hlo.launched
  scores: {is: 'attn.tensor("scores").bytes', show: MB, digits: 1}
  quoted: {is: '217.6', unit: us, source: gym}
  broken: attn.hlo.launched + attn.cost.bytes_accessed
claims:
  one: launched == 1
  many: launched > 3
"""


def listing(capture: str, file: str, first: int, last: int, marks: tuple[int, ...]) -> str:
    """What the site's listing stands for in these tests."""
    return f"[{capture}/{file} {first}-{last} {' '.join(map(str, marks))}]".replace(" ]", "]")


def bars(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A figure that the site would draw."""
    return f"<svg aria-label='{block.shown['alt']}'></svg>"


def make_library(store: Store) -> Library:
    written = {"xla/05-fusion", "gym/07-fusion-xray.yml"}
    site, problems = read_site(read_yaml(SITE, "site.yml"), written)
    assert problems == []
    sources, problems = read_sources(read_yaml(SOURCES, "sources.yml"))
    assert problems == []
    glossary, problems = read_glossary(read_yaml(GLOSSARY, "glossary.yml"), site, sources)
    assert problems == []
    return Library(site, glossary, sources, store, listing, {"bars": bars})


@pytest.fixture(scope="session")
def store() -> Store:
    capture = load_capture(ROOT / "captures" / CAPTURE)
    refused = dataclasses.replace(
        capture.manifest, id="attention-s1024@tpu-v4", target="tpu-v4", outcome="refused"
    )
    captures = {capture.id: capture, refused.id: Capture(refused, capture.folder)}
    return Store(ROOT / "captures", captures)


@pytest.fixture(scope="session")
def library(store: Store) -> Library:
    return make_library(store)


@pytest.fixture(scope="session")
def sheet(store: Store) -> Sheet:
    constants = read_constants((ROOT / "content" / "constants.yml").read_text(encoding="utf-8"))
    book = Workbook(store, constants, health=lambda capture: [])
    return read_sheet(book, NUMBERS, "numbers.yml", prefix="xla/05", page=PAGE)


@pytest.fixture
def context(library: Library, sheet: Sheet) -> ChapterContext:
    return ChapterContext(PAGE, library, sheet)


@pytest.fixture(scope="session")
def markdown() -> Markdown:
    return Markdown()


@pytest.fixture
def place() -> SourcePlace:
    return SourcePlace("chapter.md", 3)
