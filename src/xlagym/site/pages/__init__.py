"""Pages of the site, one kind a file, each ``(Edition) -> Iterator[Plan]``.

The first kinds quote numbers. The last (the ledger, the captures) show who quotes what, so they
are also given the ledger and the uses that the first have made.
"""

from __future__ import annotations

from xlagym.site.pages import (
    capture,
    captures,
    chapter,
    chips,
    glossary,
    gym,
    home,
    lab,
    ledger,
    missing,
    passes,
    path,
    station,
)

QUOTING = (
    home.plan,
    path.plan,
    chapter.plan,
    gym.plan,
    station.plan,
    captures.plan,
    chips.plan,
    passes.plan,
)
"""Kinds whose numbers the ledger takes in."""

SILENT = (glossary.plan, lab.plan, missing.plan)
"""Kinds that quote nothing."""

RETELLING = (ledger.plan, capture.plan)
"""Kinds that retell what the others quote."""
