"""A page that is going to be rendered, once the ledger over all pages is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xlagym.course.context import Quoted
from xlagym.numbers.claim import Claim
from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Plan:
    """One page: its template, its place, and what it quotes."""

    path: str
    """Site path: ``/gym/``."""
    template: str
    title: str
    description: str
    nav: str = ""
    """The door of the header that is lit: path, gym, evidence, glossary or none."""
    context: Mapping[str, Any] = field(default_factory=dict)
    late: Callable[[], Mapping[str, Any]] | None = None
    """More of the context, made only where the page isn't kept: a partial of a function of its
    module's level, since a plan is kept."""
    receipts: Sequence[Quoted] = ()
    """Numbers that the page quotes, each with a note at its end."""
    claims: Sequence[Claim] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """A number or claim where it stands on a page."""

    page_title: str
    href: str


def quote(number: Number) -> Quoted:
    """``number`` as a page quotes it once."""
    return Quoted(number, number.anchor)
