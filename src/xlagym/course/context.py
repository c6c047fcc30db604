"""What a role or directive may ask for while a page is rendered, and what it leaves behind.

What all chapters share is the library; what one page quotes and notes is its context.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.course.markdown.address import relative, slug

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.course.content.glossary import Glossary, Term
    from xlagym.course.content.paths import ChapterEntry, Site, StationEntry
    from xlagym.course.content.sources import Source, Sources
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace
    from xlagym.inputs.problems import Problem
    from xlagym.numbers.claim import Claim
    from xlagym.numbers.number import Number
    from xlagym.numbers.sheets.sheet import Sheet


type DrawListing = Callable[[str, str, int, int, tuple[int, ...]], str]
"""Lines of an evidence file as HTML: capture id, file, first and last line (1-based, both
shown), lines to mark."""

type DrawFigure = Callable[[Block, SourcePlace, ChapterContext], str]
"""Draws one kind of figure as HTML, numbers in a table behind it."""


@dataclass(frozen=True, slots=True)
class Library:
    """Everything that chapters share. The site supplies how listings and figures look."""

    site: Site
    glossary: Glossary
    sources: Sources
    store: Store
    listing: DrawListing
    figures: Mapping[str, DrawFigure] = field(default_factory=dict)


@dataclass(slots=True)
class Quoted:
    """A number as it stands on this page, with one receipt however often it is quoted."""

    number: Number
    anchor: str
    """Id of the note that shows where it comes from."""
    back: str | None = None
    """Id of its first use in the text; None while it stands only in alternative texts."""


@dataclass(slots=True)
class ChapterContext:
    """One page being rendered. Roles read the library and the sheet, and note their uses."""

    page: str
    """Site path, such as ``/l/xla/05-fusion/``."""
    library: Library
    sheet: Sheet
    plain: bool = False
    """True inside alternative texts, where no link can stand."""
    problems: list[Problem] = field(default_factory=list)
    quoted: dict[tuple[str, str], Quoted] = field(default_factory=dict)
    """By id and text: one number shown in two units has two receipts, since they round apart."""
    claims: dict[str, Claim] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    stations: dict[str, StationEntry] = field(default_factory=dict)
    chapters: dict[str, ChapterEntry] = field(default_factory=dict)
    cites: dict[str, Source] = field(default_factory=dict)
    captures: dict[str, None] = field(default_factory=dict)
    """Ids of captures shown in listings, in order."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many blocks of a kind stand above: exercises and listings are numbered."""

    def href(self, target: str) -> str:
        """A site path as a relative link on this page."""
        return relative(self.page, target)

    def quote(self, number: Number) -> tuple[Quoted, bool]:
        """Note a use of ``number``; whether the text should carry the id that leads back."""
        key = (number.id, number.text)
        seen = self.quoted.get(key)
        if seen is None:
            anchor = number.anchor
            if any(number.id == known for known, _ in self.quoted):
                anchor = f"{anchor}-as-{slug(number.text)}"
            seen = self.quoted[key] = Quoted(number, anchor)
        if self.plain or seen.back is not None:
            return seen, False
        seen.back = seen.anchor.replace("r-", "q-", 1)
        return seen, True
