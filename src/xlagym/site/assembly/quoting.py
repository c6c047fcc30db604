"""What pages quote: the ledger over all of them, and what others are told of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from xlagym.keeping.kept import kept
from xlagym.numbers.accepted.ledger import Ledger
from xlagym.site.assembly.plan import Use
from xlagym.site.assembly.planning import QUOTING, plans

if TYPE_CHECKING:
    from xlagym.inputs.problems import Problem
    from xlagym.numbers.claim import Claim
    from xlagym.numbers.number import Number
    from xlagym.site.assembly.edition import Edition


@dataclass(frozen=True, slots=True)
class Quotes:
    """What one page quotes; the lines of its file aside, which move with every edit above them."""

    path: str
    title: str
    numbers: tuple[tuple[str, Number], ...]
    """Each behind the anchor of its receipt."""
    claims: tuple[Claim, ...]


@kept
def quotes(edition: Edition, kind: str) -> tuple[tuple[Quotes, ...], list[Problem]]:
    """What pages of one kind quote, and ids that two of their lines give."""
    ledger = Ledger()
    found = []
    for plan in plans(edition, kind):
        ledger.add(*(quoted.number for quoted in plan.receipts), *plan.claims)
        numbers = tuple((each.anchor, replace(each.number, line=None)) for each in plan.receipts)
        claims = tuple(replace(each, line=None) for each in plan.claims)
        found.append(Quotes(plan.path, plan.title, numbers, claims))
    return tuple(found), ledger.problems


@kept
def quoting(edition: Edition) -> tuple[Ledger, dict[str, Use]]:
    """The ledger, and where each number or claim stands first."""
    ledger = Ledger()
    uses: dict[str, Use] = {}
    for kind in QUOTING:
        pages, problems = quotes(edition, kind)
        for page in pages:
            for anchor, number in page.numbers:
                ledger.add(number)
                uses.setdefault(number.id, Use(page.title, f"{page.path}#{anchor}"))
            for claim in page.claims:
                ledger.add(claim)
                uses.setdefault(claim.id, Use(page.title, page.path))
        ledger.problems += problems
    return ledger, uses


@kept
def quoted_by(edition: Edition, capture: str) -> list[dict[str, str]]:
    """The numbers that were read from a capture, and where each stands."""
    return _by_capture(edition).get(capture, [])


@kept
def _by_capture(edition: Edition) -> dict[str, list[dict[str, str]]]:
    ledger, uses = quoting(edition)
    return {
        capture: [
            {
                "text": number.text,
                "expression": number.expression,
                "href": uses[number.id].href,
                "page_title": uses[number.id].page_title,
            }
            for number in numbers
        ]
        for capture, numbers in ledger.by_capture().items()
    }


@kept
def lock_today(edition: Edition) -> str:
    """The lock that today's ledger would have."""
    from xlagym.numbers.accepted.lock import lock_text

    return lock_text(quoting(edition)[0])


@kept
def sizes(edition: Edition) -> tuple[int, int, list[Problem]]:
    """How many numbers and claims there are, and what is wrong with the ledger."""
    ledger = quoting(edition)[0]
    return len(ledger.numbers), len(ledger.claims), ledger.problems


@kept(held=False)
def for_machines(edition: Edition, name: str) -> bytes:
    """``numbers.json`` or ``claims.json``."""
    from xlagym.site.assembly.json_rows import json_rows

    ledger = quoting(edition)[0]
    rows = ledger.to_json() if name == "numbers.json" else ledger.claims_to_json()
    return json_rows(rows)


@kept
def versions(edition: Edition) -> dict[str, str]:
    """The toolchain that made most of the store."""
    manifests = [capture.manifest for capture in edition.store.captures.values()]
    found: dict[str, Any] = {}
    for tool in ("jax", "jaxlib", "libtpu"):
        seen = Counter(version for each in manifests if (version := getattr(each, tool)))
        if seen:
            found[tool] = seen.most_common(1)[0][0]
    return found
