"""The ledger: every number and claim of the site, and where each stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan
from xlagym.site.assembly.quoting import quoting


def plan(edition: Edition) -> Iterator[Plan]:
    """The ledger's page."""
    yield Plan(
        path="/ledger/",
        template="pages/ledger.html",
        title="The ledger",
        description=f"All numbers of {edition.site.title}, what they come from, where they stand.",
        nav="evidence",
        late=partial(_rows, edition),
    )


def _rows(edition: Edition) -> dict[str, Any]:
    ledger, uses = quoting(edition)
    rows = [
        {
            "number": number,
            "href": uses[id].href,
            "page_title": uses[id].page_title,
            "captures": [each.capture for each in number.provenance],
        }
        for id, number in sorted(ledger.numbers.items())
    ]
    claims = [
        {"claim": claim, "href": uses[id].href, "page_title": uses[id].page_title}
        for id, claim in sorted(ledger.claims.items())
    ]
    return {"rows": rows, "claims": claims}
