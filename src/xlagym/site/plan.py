"""A page that is going to be rendered, once the ledger over all pages is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xlagym.course.context import Quoted
from xlagym.numbers.claim import Claim


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
    receipts: Sequence[Quoted] = ()
    """Numbers that the page quotes, each with a note at its end."""
    claims: Sequence[Claim] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """A number or claim where it stands on a page."""

    page_title: str
    href: str


def quote(number: Any) -> Quoted:
    """``number`` as a page quotes it once."""
    return Quoted(number, "r-" + number.id.replace("/", ".").replace("@", "."))
