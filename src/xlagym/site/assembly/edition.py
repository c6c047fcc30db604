"""An edition: everything read from a project that its pages are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from xlagym.captures.manifest import MANIFEST
from xlagym.captures.published import unsourced
from xlagym.captures.staleness import stale
from xlagym.captures.store import Store, load_store
from xlagym.course.checks.evidence import Evidence
from xlagym.course.checks.texts import typed_in_station
from xlagym.course.content.chapter import Chapter, read_chapter
from xlagym.course.content.glossary import Glossary, read_glossary
from xlagym.course.content.labs import LabNotebook, read_lab
from xlagym.course.content.paths import (
    ChapterEntry,
    CoursePath,
    Site,
    present,
    read_site,
)
from xlagym.course.content.sources import Sources, read_sources
from xlagym.course.context import Library
from xlagym.course.markdown.markdown import Markdown
from xlagym.gym import build_station
from xlagym.gym.rounds.station import Station
from xlagym.inputs.located_yaml import Document, read_yaml
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.keeper import current
from xlagym.keeping.kept import kept
from xlagym.numbers.constants import read_constants
from xlagym.numbers.number import Number
from xlagym.numbers.sheets.sheet import Sheet, read_sheet
from xlagym.numbers.workbook import Workbook
from xlagym.site.assembly.ahead import Ahead, Task
from xlagym.site.assembly.project import Project
from xlagym.site.show.cards import Cards, deal_cards
from xlagym.site.show.evidence_listings import excerpt, listings
from xlagym.site.show.figures import FIGURES


@dataclass(slots=True)
class Edition:
    """What pages may read: the store, the course, the gym, and how evidence is shown."""

    project: Project
    store: Store
    workbook: Workbook
    site: Site
    path: CoursePath
    glossary: Glossary
    sources: Sources
    chapters: list[Chapter] = field(default_factory=list)
    stations: list[Station] = field(default_factory=list)
    labs: list[LabNotebook] = field(default_factory=list)
    cards: Cards = field(default_factory=lambda: Cards([], []))
    problems: list[Problem] = field(default_factory=list)
    ahead: Ahead = field(kw_only=True)

    def number(self, id: str, expression: str, capture: str, page: str) -> Number:
        """A number about one capture, called ``c`` in ``expression``."""
        return self.workbook.evaluate(
            id, expression, let={"c": capture}, page=page, file=f"captures/{capture}/{MANIFEST}"
        )


def read_edition(
    project: Project, store: Store | None = None, ahead: Ahead | None = None
) -> Edition:
    """Read and derive everything; what is wrong is collected in ``problems``.

    ``store`` stands in for the project's own; ``ahead`` reads ahead where there is much to read.
    Raises ProblemError where a file that all pages need can't be read at all.
    """
    problems: list[Problem] = []
    if store is None:
        store, problems = load_store(project.captures)
    problems += [
        problem
        for capture in store.captures.values()
        if (problem := stale(capture, project.labs)) is not None
    ]
    constants = read_constants(*project.text(project.content / "constants.yml"))
    if (keeper := current()) is not None:
        store.known_to(keeper)
        constants.known_to(keeper)
    workbook = Workbook(store, constants)
    site, site_problems = read_site(_document(project, "site.yml"), present(project.content))
    sources, source_problems = read_sources(_document(project, "sources.yml"))
    problems += constants.unsourced(list(sources.keys()))
    problems += unsourced(store, list(sources.keys()))
    glossary, term_problems = read_glossary(_document(project, "glossary.yml"), site, sources)
    edition = Edition(
        project=project,
        store=store,
        workbook=workbook,
        site=site,
        path=_path(project, site),
        glossary=glossary,
        sources=sources,
        problems=[*problems, *site_problems, *source_problems, *term_problems],
        ahead=ahead or Ahead(project),
    )
    edition.ahead.start(_unread(edition) if ahead else ())
    _read_labs(edition)
    _read_chapters(edition)
    _read_stations(edition)
    edition.cards = deal_cards(
        site, edition.path, {each.spec.number: each for each in edition.stations}
    )
    return edition


def _read_labs(edition: Edition) -> None:
    for path in sorted(edition.project.labs.glob("*.ipynb")):
        try:
            text, file = edition.project.text(path)
            lab, problems = read_lab(text, path.stem, file)
        except ProblemError as error:
            edition.problems += error.problems
        else:
            edition.problems += problems
            edition.labs.append(lab)
    edition.labs.sort(key=lambda lab: lab.number)


def _read_stations(edition: Edition) -> None:
    for entry in edition.site.stations:
        if not entry.open:
            continue
        try:
            edition.ahead.wait(("station", entry.file))
            document = _document(edition.project, entry.file)
            edition.problems += typed_in_station(document)
            station = build_station(document, edition.store, edition.workbook.evaluate)
        except ProblemError as error:
            edition.problems += error.problems
        else:
            edition.stations.append(station)
            read_before(entry.file)


def _unread(edition: Edition) -> list[Task]:
    """Stations and captures that no build has read with today's code."""
    stations: list[Task] = [
        ("station", entry.file)
        for entry in edition.site.stations
        if entry.open and not read_before.holds(entry.file)
    ]
    captures: list[Task] = [
        ("capture", capture.id)
        for capture in edition.store.captures.values()
        if not listings.holds(capture)
    ]
    return stations + captures


@kept
def read_before(file: str) -> str:
    """Held where a build has read the station ``file`` with today's code."""
    return file


def _read_chapters(edition: Edition) -> None:
    library = Library(
        edition.site,
        edition.glossary,
        edition.sources,
        edition.store,
        listing=partial(_listing, edition.store),
        figures=FIGURES,
    )
    markdown = Markdown()
    for entry in edition.path.chapters:
        if not entry.written:
            continue
        try:
            sheet = _sheet(edition, entry)
            text, file = edition.project.text(_folder(edition, entry) / "chapter.md")
            chapter, problems = read_chapter(
                text, file, entry, markdown, library, sheet, _known(sheet)
            )
        except ProblemError as error:
            edition.problems += error.problems
        else:
            edition.chapters.append(chapter)
            edition.problems += dict.fromkeys([*sheet.problems(), *problems])


def _listing(
    store: Store, capture: str, file: str, first: int, last: int, marks: tuple[int, ...]
) -> str:
    return excerpt(store.get(capture), file, first, last, marks)


def _sheet(edition: Edition, entry: ChapterEntry) -> Sheet:
    path = _folder(edition, entry) / "numbers.yml"
    text, file = edition.project.text(path) if path.exists() else ("", str(path))
    return read_sheet(edition.workbook, text, file, prefix=entry.id, page=entry.page)


def _known(sheet: Sheet) -> Sequence[Evidence]:
    """The sheet's numbers that come out, to say which of them an author meant to quote."""
    known = []
    for name in sheet.entries:
        try:
            number = sheet.number(name)
        except ProblemError:
            continue
        known.append(Evidence(name, number.text, number.value))
    return known


def _folder(edition: Edition, entry: ChapterEntry) -> Path:
    return edition.project.content / entry.folder


def _path(project: Project, site: Site) -> CoursePath:
    if not site.paths:
        raise ProblemError(
            Problem(
                project.name(project.content / "site.yml"),
                "it lists no path",
                "add one under 'paths', with its chapters",
            )
        )
    return site.paths[0]


def _document(project: Project, name: str) -> Document:
    return read_yaml(*project.text(project.content / name))
