"""The glossary: a line a term, and the chapter that teaches it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from xlagym.course.content.glossary import Term
from xlagym.course.markdown.coded import html as coded
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan


def plan(edition: Edition) -> Iterator[Plan]:
    """The glossary's page."""
    yield Plan(
        path="/glossary/",
        template="pages/glossary.html",
        title="Glossary",
        description="The terms of the course, one line each.",
        nav="glossary",
        late=partial(_terms, edition),
    )


def _terms(edition: Edition) -> dict[str, object]:
    return {"terms": [_row(edition, term) for term in edition.glossary]}


def _row(edition: Edition, term: Term) -> dict[str, object]:
    entry = edition.site.chapter(term.taught) if term.taught else None
    return {
        "slug": term.key,
        "name": term.name,
        "html": Markup(coded(term.definition)) + _cited(edition, term),
        "aliases": term.aliases,
        "taught_in": edition.cards.chapter(entry) if entry else None,
    }


def _cited(edition: Edition, term: Term) -> Markup:
    """The source of a definition; a figure that it publishes carries the badge."""
    source = edition.sources.get(term.cite) if term.cite else None
    if source is None:
        return Markup()
    badge = Markup(' <span class="badge published">published</span>') if term.published else ""
    title = (
        Markup('<a href="{}" rel="external">{}</a>').format(source.url, source.title)
        if source.url
        else Markup("<cite>{}</cite>").format(source.title)
    )
    return Markup(' <span class="small">{}{}</span>').format(title, badge)
