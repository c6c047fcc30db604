"""A finished page: its HTML, what it links to, what it weighs."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.site.checks.budgets import weigh
from xlagym.site.checks.links import Scan, scan


@dataclass(frozen=True, slots=True)
class Page:
    """What is served, and what the checks over all pages look at."""

    html: bytes
    scan: Scan
    weight: int
    """See ``weigh``."""


def finish(path: str, text: str) -> Page:
    """The page at ``path`` (its file in the site); depends on nothing but its text."""
    html = text.encode()
    return Page(html, scan(path, text), weigh(path, html))
