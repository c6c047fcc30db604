"""The ledger: every number and claim of the site, and where each stands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from xlagym.numbers.accepted.ledger import Ledger
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan, Use


def plan(edition: Edition, ledger: Ledger, uses: Mapping[str, Use]) -> Iterator[Plan]:
    """The ledger's page; ``uses`` says where a number or claim stands, by id."""
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
    yield Plan(
        path="/ledger/",
        template="pages/ledger.html",
        title="The ledger",
        description=f"All numbers of {edition.site.title}, what they come from, where they stand.",
        nav="evidence",
        context={"rows": rows, "claims": claims},
        key=json.dumps([ledger.to_json(), ledger.claims_to_json(), _places(uses)]),
    )


def _places(uses: Mapping[str, Use]) -> list[tuple[str, str, str]]:
    return [(id, use.href, use.page_title) for id, use in uses.items()]
