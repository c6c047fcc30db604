"""A path: its chapters in order, each by its question."""

from __future__ import annotations

from collections.abc import Iterator

from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan


def plan(edition: Edition) -> Iterator[Plan]:
    """The page of the course's path."""
    yield Plan(
        path=edition.path.page,
        template="pages/path.html",
        title=edition.path.title,
        description=edition.path.lede or edition.site.tagline,
        nav="path",
        context={"path": edition.path},
    )
