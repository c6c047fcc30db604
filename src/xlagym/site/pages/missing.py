"""The page for an address that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan


def plan(edition: Edition) -> Iterator[Plan]:
    """``404.html``, which static hosts show by themselves."""
    yield Plan(
        path="/404.html",
        template="pages/404.html",
        title="No page here",
        description=f"There is no page of {edition.site.title} at this address.",
    )
