"""Pages as HTML, each kept until something that it tells has changed.

The counts of the whole build stand at the foot of every page. A page is kept with marks in their
place, which are filled in when it is written: else each new number would render all pages.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any

from xlagym.keeping.kept import kept
from xlagym.site.assembly.planning import plan_of
from xlagym.site.assembly.quoting import versions
from xlagym.site.assembly.site_file import relative, site_file

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.captures.manifest import Manifest
    from xlagym.site.assembly.edition import Edition
    from xlagym.site.checks.links import Scan

_MARK = "\ufdd0"
"""A character that no text holds: Unicode sets it aside for programs' own use."""


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """What a build made, for its closing line and the foot of every page."""

    pages: int
    captures: int
    numbers: int
    claims: int
    untraced: int

    def __str__(self) -> str:
        return (
            f"{self.pages} pages from {self.captures} captures: {self.numbers} numbers traced, "
            f"{self.claims} claims held, {self.untraced} untraced"
        )

    def fill(self, html: bytes) -> bytes:
        """``html`` with the counts where the marks are."""
        for name, mark in MARKS.items():
            html = html.replace(mark.encode(), str(getattr(self, name)).encode())
        return html


MARKS = {each.name: f"{_MARK}{each.name}{_MARK}" for each in fields(SiteCounts)}


@kept(held=False)
def page(edition: Edition, kind: str, path: str) -> bytes:
    """The HTML of a page, with marks for the counts. Raises ProblemError."""
    plan = plan_of(edition, kind, path)
    context = {
        **_shared(edition),
        **plan.context,
        "page": {
            "path": plan.path,
            "title": plan.title,
            "description": plan.description,
            "nav": plan.nav,
            "receipts": plan.receipts,
        },
        "chapter_link": partial(_chapter_link, edition, path),
    }
    late = plan.late() if plan.late else {}
    return edition.templates.render(plan.template, path, {**context, **late}).encode()


@dataclass(frozen=True, slots=True)
class Look:
    """What the checks over all pages look at."""

    scan: Scan
    weight: int
    """See ``weigh``."""


@kept
def look(edition: Edition, kind: str, path: str) -> Look:
    """What a page links to and weighs."""
    from xlagym.site.checks.budgets import weigh
    from xlagym.site.checks.links import scan

    html = page(edition, kind, path)
    file = site_file(path)
    return Look(scan(file, html.decode()), weigh(file, html))


@kept
def anchors(edition: Edition, kind: str, path: str) -> tuple[str, ...]:
    """The ids that a page offers to links."""
    return tuple(sorted(look(edition, kind, path).scan.ids))


def _shared(edition: Edition) -> dict[str, Any]:
    """What every template is given; see templates/README.md."""
    from xlagym.chips.names import chip_name, in_words
    from xlagym.chips.table import generations

    cards = edition.cards.chapters
    return {
        "manifest": partial(_manifest, edition),
        "chip_name": chip_name,
        "in_words": in_words,
        "generations": generations(),
        "site": {
            "name": edition.site.title,
            "versions": versions(edition),
            "counts": MARKS,
            "chapters": cards,
            "written": sum(card.written for card in cards),
        },
    }


def _manifest(edition: Edition, id: str) -> Manifest:
    return edition.store.captures[id].manifest


def _chapter_link(edition: Edition, page: str, id: str) -> Markup:
    """A chapter by its title, linked once it is written."""
    from markupsafe import Markup, escape

    entry = edition.site.chapter(id)
    if entry is None:
        return Markup(escape(id))
    if not entry.written:
        return Markup(escape(entry.title))
    return Markup('<a class="ref" href="{}">{}</a>').format(relative(entry.page, page), entry.title)
