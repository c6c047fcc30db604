"""A chapter: read, checked and rendered from ``content/PATH/NN-slug/``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.course.checks.characters import misleading
from xlagym.course.checks.comparisons import unclaimed
from xlagym.course.checks.digits import untraced
from xlagym.course.content.front import Front, read_front
from xlagym.course.context import ChapterContext, Quoted
from xlagym.course.markdown.piece import Piece, piece
from xlagym.course.markdown.pieces import pieces, words
from xlagym.inputs.problems import Problem
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.checks.evidence import Evidence
    from xlagym.course.content.glossary import Term
    from xlagym.course.content.paths import ChapterEntry, StationEntry
    from xlagym.course.content.sources import Source
    from xlagym.course.context import Library
    from xlagym.course.markdown.markdown import Markdown
    from xlagym.course.markdown.notes import Heading
    from xlagym.numbers.claim import Claim
    from xlagym.numbers.sheets.sheet import Sheet

LENGTH = (900, 1800)
"""Words of prose that a chapter has, from and to."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A rendered chapter and everything on its page that others link to."""

    entry: ChapterEntry
    file: str
    front: Front
    html: str
    headings: tuple[Heading, ...]
    words: int
    numbers: tuple[Quoted, ...]
    """In order of first use, each with the anchor of its receipt."""
    claims: tuple[Claim, ...]
    terms: tuple[Term, ...]
    stations: tuple[StationEntry, ...]
    """Those of the head first, then others that the text names."""
    sources: tuple[Source, ...]
    """Those that the text cites, those that publish its figures, then further reading."""
    captures: tuple[str, ...]
    """Ids of captures that listings show or numbers were read from."""

    @property
    def number(self) -> int:
        """Its number within the path."""
        return self.entry.number

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self.entry.slug

    @property
    def title(self) -> str:
        """Its title, as the head says it."""
        return self.front.title

    @property
    def question(self) -> str:
        """The question of its first line."""
        return self.front.question

    @property
    def path(self) -> str:
        """Site path: ``/l/xla/05-fusion/``."""
        return self.entry.page


def read_chapter(
    text: str,
    file: str,
    entry: ChapterEntry,
    markdown: Markdown,
    library: Library,
    sheet: Sheet,
    evidence: Sequence[Evidence],
) -> tuple[Chapter, list[Problem]]:
    """Read ``text`` of ``file``: the chapter, and everything that is wrong with it.

    ``evidence`` are the numbers that a typed figure is compared with, to say what to quote.
    """
    parsed = markdown.parse(text, file)
    front, problems = read_front(parsed, library)
    seen = [*_head(front), *pieces(parsed.tokens)]
    context = ChapterContext(entry.page, library, sheet)
    html = markdown.render(parsed, context)
    length = words(seen)
    problems.extend(parsed.problems)
    problems.extend(context.problems)
    problems.extend(misleading(seen, file))
    problems.extend(untraced(seen, file, evidence))
    problems.extend(unclaimed(seen, file, front.allow))
    problems.extend(_agreement(front, entry, file))
    problems.extend(_length(length, file))
    problems.extend(_quoted_sources(sheet, library))
    chapter = _chapter(entry, file, front, html, parsed.headings, length, context)
    return chapter, list(dict.fromkeys(problems))


def _head(front: Front) -> Iterator[Piece]:
    for key in ("title", "question", "summary"):
        if key != "summary" or front.summary != front.question:
            yield piece("title", getattr(front, key), front.line(key))


def _chapter(
    entry: ChapterEntry,
    file: str,
    front: Front,
    html: str,
    headings: tuple[Heading, ...],
    length: int,
    context: ChapterContext,
) -> Chapter:
    library = context.library
    stations = {
        station.slug: station for slug in front.stations if (station := library.site.station(slug))
    } | context.stations
    readings = [each for quoted in context.quoted.values() for each in quoted.number.readings]
    keys = [*(each.source for each in readings if each.source), *front.sources]
    sources = context.cites | {key: source for key in keys if (source := library.sources.get(key))}
    read = {each.capture: None for each in readings if each.capture}
    return Chapter(
        entry,
        file,
        front,
        html,
        headings,
        length,
        numbers=tuple(context.quoted.values()),
        claims=tuple(context.claims.values()),
        terms=tuple(context.terms.values()),
        stations=tuple(stations.values()),
        sources=tuple(sources.values()),
        captures=tuple(context.captures | read),
    )


def _agreement(front: Front, entry: ChapterEntry, file: str) -> Iterator[Problem]:
    """The path's page lists a chapter as site.yml says it; its own head must say the same."""
    for key in ("title", "question"):
        here, there = getattr(front, key), getattr(entry, key)
        if here and here != there:
            yield Problem(
                file,
                f"the {key} is '{here}' here and '{there}' in content/site.yml",
                "make the two the same",
                line=front.line(key),
                rule="front",
            )


def _quoted_sources(sheet: Sheet, library: Library) -> Iterator[Problem]:
    for key, line in sheet.sources().items():
        if library.sources.get(key) is None:
            yield Problem(
                sheet.file,
                f"no source is called '{key}'",
                nearest(key, library.sources.keys()),
                line,
                "source",
            )


def _length(length: int, file: str) -> Iterator[Problem]:
    low, high = LENGTH
    if not low <= length <= high:
        more = "say more" if length < low else "cut it, or move parts to another chapter"
        yield Problem(
            file,
            f"{length} words of prose, where a chapter has {low} to {high}",
            more,
            line=1,
            rule="length",
        )
