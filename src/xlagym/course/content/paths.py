"""``content/site.yml``: the site's name, its paths with their chapters, and the gym's stations.

Chapters and stations stand there before they are written, so that others can point to them; what
lies in ``content/`` says which of them exist.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.course.checks.texts import typed_in
from xlagym.inputs.fields import Fields
from xlagym.inputs.problems import Problem

if TYPE_CHECKING:
    import pathlib

    from xlagym.inputs.located_yaml import Document, Path


MOST = 99
"""The largest number of a chapter or station: addresses show two digits."""
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class ChapterEntry:
    """A chapter of a path, written or planned."""

    path: str
    """Name of its path: ``xla``."""
    number: int
    slug: str
    title: str
    question: str
    stations: tuple[int, ...]
    """Numbers of the stations that drill it."""
    written: bool
    line: int

    @property
    def id(self) -> str:
        """``xla/05``: how roles, numbers and the glossary name it."""
        return f"{self.path}/{self.number:02d}"

    @property
    def folder(self) -> str:
        """Where it lies in ``content/``: ``xla/05-fusion``."""
        return f"{self.path}/{self.number:02d}-{self.slug}"

    @property
    def page(self) -> str:
        """Site path: ``/l/xla/05-fusion/``."""
        return f"/l/{self.folder}/"


@dataclass(frozen=True, slots=True)
class StationEntry:
    """A station of the gym, open or planned."""

    number: int
    slug: str
    title: str
    summary: str
    """One sentence: what a round asks."""
    part: str
    """Which part of the gym's page it stands in."""
    open: bool
    line: int

    @property
    def label(self) -> str:
        """``GYM·07``."""
        return f"GYM·{self.number:02d}"

    @property
    def file(self) -> str:
        """Its spec in ``content/``: ``gym/07-fusion-xray.yml``."""
        return f"gym/{self.number:02d}-{self.slug}.yml"

    @property
    def page(self) -> str:
        """Site path: ``/gym/07-fusion-xray/``."""
        return f"/gym/{self.number:02d}-{self.slug}/"


@dataclass(frozen=True, slots=True)
class CoursePath:
    """A path: a course of chapters in order."""

    name: str
    title: str
    lede: str
    chapters: tuple[ChapterEntry, ...]

    @property
    def page(self) -> str:
        """Site path: ``/l/xla/``."""
        return f"/l/{self.name}/"


@dataclass(frozen=True, slots=True)
class Site:
    """All that ``site.yml`` says."""

    title: str
    tagline: str
    paths: tuple[CoursePath, ...]
    stations: tuple[StationEntry, ...]

    @property
    def chapters(self) -> tuple[ChapterEntry, ...]:
        """The chapters of all paths."""
        return tuple(chapter for path in self.paths for chapter in path.chapters)

    def chapter(self, id: str) -> ChapterEntry | None:
        """The chapter ``xla/05``."""
        return next((chapter for chapter in self.chapters if chapter.id == id), None)

    def station(self, name: str) -> StationEntry | None:
        """The station of a slug (``fusion-xray``) or number (``07``, ``GYM·07``)."""
        number = name.removeprefix("GYM·").removeprefix("0")
        for station in self.stations:
            if name == station.slug or number == str(station.number):
                return station
        return None


def present(content: pathlib.Path) -> frozenset[str]:
    """Which chapters (``xla/05-fusion``) and stations (``gym/07-….yml``) are written."""
    chapters = (file.parent for file in content.glob("*/*/chapter.md"))
    return frozenset(
        found.relative_to(content).as_posix() for found in (*chapters, *content.glob("gym/*.yml"))
    )


def read_site(document: Document, written: Collection[str]) -> tuple[Site, list[Problem]]:
    """Read ``site.yml``; ``written`` is what :func:`present` found."""
    fields = Fields(document, ())
    fields.only({"title", "tagline", "paths", "stations"})
    site = Site(
        fields.text("title", required=True),
        fields.text("tagline", required=True),
        tuple(_path(part, written) for part in fields.mappings("paths")),
        tuple(_station(part, written) for part in fields.mappings("stations")),
    )
    _check(site, fields)
    return site, [
        *fields.problems,
        *typed_in(document, _shown(site)),
        *_unlisted(document.file, site, written),
    ]


def _unlisted(file: str, site: Site, written: Collection[str]) -> Iterator[Problem]:
    """What is written and stands nowhere in the file would never be seen."""
    listed = {
        *(chapter.folder for chapter in site.chapters),
        *(station.file for station in site.stations),
    }
    for name in sorted(set(written) - listed):
        whole = name if name.endswith(".yml") else f"{name}/chapter.md"
        yield Problem(
            f"{file.rpartition('/')[0] or 'content'}/{whole}",
            f"it stands nowhere in {file}, so no page is made of it",
            "list it there, or move it out of content/",
            rule="unlisted",
        )


def _shown(site: Site) -> Iterator[Path]:
    """Where the file holds text for readers."""
    yield from (("title",), ("tagline",))
    for index, path in enumerate(site.paths):
        yield from (("paths", index, key) for key in ("title", "lede"))
        for place, _ in enumerate(path.chapters):
            yield from (("paths", index, "chapters", place, key) for key in ("title", "question"))
    for index, _ in enumerate(site.stations):
        yield from (("stations", index, key) for key in ("title", "summary"))


def _path(fields: Fields, written: Container[str]) -> CoursePath:
    fields.only({"name", "title", "lede", "chapters"})
    name = _word(fields, "name")
    chapters = tuple(_chapter(part, name, written) for part in fields.mappings("chapters"))
    return CoursePath(name, fields.text("title", required=True), fields.text("lede"), chapters)


def _chapter(fields: Fields, path: str, written: Container[str]) -> ChapterEntry:
    fields.only({"number", "slug", "title", "question", "stations"})
    number, slug = _number(fields), _word(fields, "slug")
    return ChapterEntry(
        path,
        number,
        slug,
        title=fields.text("title", required=True),
        question=fields.text("question", required=True),
        stations=tuple(_stations(fields)),
        written=f"{path}/{number:02d}-{slug}" in written,
        line=fields.document.line(*fields.path) or 1,
    )


def _stations(fields: Fields) -> Iterator[int]:
    for part in fields.texts("stations"):
        if re.fullmatch("[0-9]{1,2}", part):
            yield int(part)
        else:
            fields.problem(
                "stations", f"'{part}' is no number of a station", "write 'stations: [7]'"
            )


def _station(fields: Fields, written: Container[str]) -> StationEntry:
    fields.only({"number", "slug", "title", "summary", "part"})
    number, slug = _number(fields), _word(fields, "slug")
    return StationEntry(
        number,
        slug,
        title=fields.text("title", required=True),
        summary=fields.text("summary", required=True),
        part=fields.text("part"),
        open=f"gym/{number:02d}-{slug}.yml" in written,
        line=fields.document.line(*fields.path) or 1,
    )


def _word(fields: Fields, key: str) -> str:
    """A part of an address: it names a folder of the site."""
    word = fields.text(key, required=True)
    if word and not _WORD.fullmatch(word):
        fields.problem(key, f"'{word}' can't stand in an address", "use a-z, 0-9 and hyphens")
        return ""
    return word


def _number(fields: Fields) -> int:
    number = fields.number("number")
    if not 0 <= number <= MOST:
        fields.problem("number", f"{number} is no number of two digits", f"use 0 to {MOST}")
        return 0
    return number


def _check(site: Site, fields: Fields) -> None:
    numbers: set[int] = set()
    for place, station in enumerate(site.stations):
        if station.number in numbers:
            at = Fields(fields.document, ("stations", place), fields.problems, "station")
            at.problem("number", f"station {station.number} stands twice", "renumber one")
        numbers.add(station.number)
    for index, path in enumerate(site.paths):
        seen: set[int] = set()
        for place, chapter in enumerate(path.chapters):
            at = Fields(
                fields.document, ("paths", index, "chapters", place), fields.problems, "chapter"
            )
            if chapter.number in seen:
                at.problem("number", f"chapter {chapter.number} stands twice", "renumber one")
            seen.add(chapter.number)
            for number in chapter.stations:
                if site.station(str(number)) is None:
                    at.problem(
                        "stations",
                        f"no station has the number {number}",
                        "add it under 'stations', or mend the number",
                    )
