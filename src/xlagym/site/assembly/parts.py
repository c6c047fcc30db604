"""The parts of an edition: kept functions, each with what is wrong beside what was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.kept import kept

# A warm build takes nearly all parts as they are kept, and imports nothing that makes them.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.course.checks.evidence import Evidence
    from xlagym.course.content.chapter import Chapter
    from xlagym.course.content.glossary import Glossary
    from xlagym.course.content.labs import LabNotebook
    from xlagym.course.content.paths import ChapterEntry, CoursePath, Site
    from xlagym.course.content.sources import Sources
    from xlagym.gym.rounds.station import Station
    from xlagym.inputs.located_yaml import Document
    from xlagym.numbers.sheets.sheet import Sheet
    from xlagym.site.assembly.assets import Assets
    from xlagym.site.assembly.readable import Readable
    from xlagym.site.show.cards import Cards

type Read[T] = tuple[T, list[Problem]]
"""A part, and what is wrong with it."""


@kept
def site(edition: Readable) -> Read[Site]:
    """``site.yml``, and which of what it lists is written."""
    from xlagym.course.content.paths import present, read_site

    for pattern in ("content/*/*/chapter.md", "content/gym/*.yml"):
        edition.project.files.matching(pattern)
    return read_site(_document(edition, "site.yml"), present(edition.project.content))


@kept
def path(edition: Readable) -> CoursePath:
    """The course's path. Raises ProblemError where there is none."""
    if not edition.site.paths:
        raise ProblemError(
            Problem(
                "content/site.yml", "it lists no path", "add one under 'paths', with its chapters"
            )
        )
    return edition.site.paths[0]


@kept
def sources(edition: Readable) -> Read[Sources]:
    """``sources.yml``."""
    from xlagym.course.content.sources import read_sources

    return read_sources(_document(edition, "sources.yml"))


@kept
def glossary(edition: Readable) -> Read[Glossary]:
    """``glossary.yml``."""
    from xlagym.course.content.glossary import read_glossary

    return read_glossary(_document(edition, "glossary.yml"), edition.site, edition.sources)


@kept
def outside(edition: Readable) -> list[Problem]:
    """Captures of programs that have changed, and figures of sources that nobody lists."""
    from xlagym.captures.published import unsourced
    from xlagym.captures.staleness import stale

    captures = edition.store.captures.values()
    for source in {capture.manifest.source_file for capture in captures}:
        edition.project.files.noted(source)
    found = [stale(capture, edition.project.labs) for capture in captures]
    keys = list(edition.sources.keys())
    edition.workbook.constants.read()
    return [
        *(problem for problem in found if problem is not None),
        *edition.workbook.constants.unsourced(keys),
        *unsourced(edition.store, keys),
    ]


@kept
def labs(edition: Readable) -> Read[list[LabNotebook]]:
    """The notebooks of ``labs/``, by number."""
    from pathlib import PurePosixPath

    from xlagym.course.content.labs import read_lab

    found: list[LabNotebook] = []
    problems: list[Problem] = []
    files = edition.project.files
    for file in files.matching("labs/*.ipynb"):
        try:
            lab, wrong = read_lab(files.text(file), PurePosixPath(file).stem, file)
        except ProblemError as error:
            problems += error.problems
        else:
            problems += wrong
            found.append(lab)
    return sorted(found, key=lambda lab: lab.number), problems


@kept
def chapter(edition: Readable, id: str) -> Read[Chapter | None]:
    """A written chapter; None where it can't be read at all."""
    from xlagym.course.content.chapter import read_chapter
    from xlagym.course.context import Library
    from xlagym.course.markdown.markdown import Markdown
    from xlagym.site.show.figures import FIGURES

    entry = edition.site.chapter(id)
    assert entry is not None, "only what site.yml lists is asked for"
    library = Library(
        edition.site,
        edition.glossary,
        edition.sources,
        edition.store,
        listing=lambda *asked: _listing(edition, *asked),
        figures=FIGURES,
    )
    file = f"content/{entry.folder}/chapter.md"
    try:
        sheet = _sheet(edition, entry)
        text = edition.project.files.text(file)
        read, problems = read_chapter(text, file, entry, Markdown(), library, sheet, _known(sheet))
    except ProblemError as error:
        return None, list(error.problems)
    return read, list(dict.fromkeys([*sheet.problems(), *problems]))


@kept
def station(edition: Readable, file: str) -> Read[Station | None]:
    """An open station; None where it can't be made."""
    from xlagym.course.checks.texts import typed_in_station
    from xlagym.gym import build_station

    problems: list[Problem] = []
    try:
        document = _document(edition, file)
        problems += typed_in_station(document)
        return build_station(document, edition.store, edition.workbook.evaluate), problems
    except ProblemError as error:
        return None, [*problems, *error.problems]


@kept
def cards(edition: Readable) -> Cards:
    """All chapters and stations, linked with each other."""
    from xlagym.site.show.cards import deal_cards

    stations = {each.spec.number: each for each in edition.stations}
    return deal_cards(edition.site, edition.path, stations)


@kept
def assets(edition: Readable) -> Assets:
    """The static files as they are served. Raises ProblemError."""
    from xlagym.site.assembly.assets import load_assets

    for name in edition.project.files.matching("static/**/*"):
        edition.project.files.noted(name)
    return load_assets(edition.project.static)


@kept
def asset(edition: Readable, name: str) -> str | None:
    """Where a static file is served; None where there is none of that name."""
    return assets(edition).names.get(name)


@kept
def problems(edition: Readable) -> list[Problem]:
    """What is wrong with any part."""
    found = [*outside(edition), *site(edition)[1], *sources(edition)[1], *glossary(edition)[1]]
    found += labs(edition)[1]
    for entry in edition.path.chapters:
        if entry.written:
            found += chapter(edition, entry.id)[1]
    for each in edition.site.stations:
        if each.open:
            found += station(edition, each.file)[1]
    return found


def _document(edition: Readable, name: str) -> Document:
    from xlagym.inputs.located_yaml import read_yaml

    return read_yaml(*edition.project.text(edition.project.content / name))


def _listing(
    edition: Readable, capture: str, file: str, first: int, last: int, marks: tuple[int, ...]
) -> str:
    from xlagym.site.show.evidence_listings import excerpt

    return excerpt(edition.store.get(capture), file, first, last, marks)


def _sheet(edition: Readable, entry: ChapterEntry) -> Sheet:
    from xlagym.numbers.sheets.sheet import read_sheet

    file = f"content/{entry.folder}/numbers.yml"
    files = edition.project.files
    text, file = (files.text(file), file) if files.exists(file) else ("", file)
    return read_sheet(edition.workbook, text, file, prefix=entry.id, page=entry.page)


def _known(sheet: Sheet) -> Sequence[Evidence]:
    """The sheet's numbers that come out, to say which of them an author meant to quote."""
    from xlagym.course.checks.evidence import Evidence

    known = []
    for name in sheet.entries:
        try:
            number = sheet.number(name)
        except ProblemError:
            continue
        known.append(Evidence(name, number.text, number.value))
    return known
