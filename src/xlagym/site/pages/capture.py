"""A capture: how it was made, what it measured or quotes, its files, its texts, who quotes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from xlagym.captures.accounts import timeline_account
from xlagym.captures.addresses import page_of, walk_of
from xlagym.captures.capture import Capture
from xlagym.captures.health import remarks
from xlagym.numbers.tables.run_table import RunTable, quoted_figures, run_table
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan
from xlagym.site.assembly.quoting import quoted_by
from xlagym.site.pages.chips import all_chips
from xlagym.site.pages.passes import walked
from xlagym.site.show.evidence_listings import listings

_HOW = {"compiled": "captured", "measured": "measured", "published": "published"}


def plan(edition: Edition) -> Iterator[Plan]:
    """A page for each capture of the store."""
    rooms: dict[str, list[dict[str, str]]] = {}
    for station in edition.stations:
        for room in station.rooms:
            there = {"path": room.path, "title": station.spec.title}
            doors = rooms.setdefault(room.capture, [])
            if all(door["title"] != there["title"] for door in doors):  # One for each station.
                doors.append(there)
    walks = walked(edition)
    for capture in edition.store.captures.values():
        lab = next((lab for lab in edition.labs if capture.id in lab.makes), None)
        told = {
            "rooms": rooms.get(capture.id, []),
            "walk": walk_of(capture.id) if capture.id in walks else None,
            "all_chips": all_chips(edition, capture),
            "lab": lab and {"path": lab.path, "number": lab.number},
        }
        yield Plan(
            path=page_of(capture.id),
            template="pages/capture.html",
            title=capture.id,
            description=_description(capture),
            nav="evidence",
            context=told,
            late=partial(_read, edition, capture),
        )


def _read(edition: Edition, capture: Capture) -> dict[str, Any]:
    """What is told of the capture's own files."""
    edition.ahead.wait(("capture", capture.id))
    measured = capture.basis == "measured"
    return {
        "manifest": capture.manifest,
        "files": _files(capture),
        "quoted_by": quoted_by(edition, capture.id),
        "figures": _figures(edition, capture) if capture.basis == "published" else [],
        "account": _account(edition, capture) if capture.basis != "compiled" else None,
        "health": _health(edition, capture),
        "listings": listings(capture),
        "run": _run(edition, capture) if measured else None,
        "remarks": [] if capture.basis == "compiled" else remarks(capture),
    }


def _description(capture: Capture) -> str:
    what = capture.manifest.function or capture.manifest.variant
    return f"{what} on {capture.target}, as {_HOW[capture.basis]}."


def _files(capture: Capture) -> list[dict[str, object]]:
    return [
        {
            "name": entry.name,
            "size": entry.size,
            "sha256": entry.sha256,
            "href": f"{page_of(capture.id)}{entry.name}",
        }
        for entry in capture.manifest.files
    ]


def _run(edition: Edition, capture: Capture) -> RunTable | None:
    if _health(edition, capture):
        return None
    return run_table(capture)


def _figures(edition: Edition, capture: Capture) -> list[dict[str, object]]:
    """The figures, each with the document that publishes it."""
    return [
        {"figure": figure, "source": edition.sources.get(figure.source)}
        for figure in quoted_figures(capture)
    ]


def _account(edition: Edition, capture: Capture) -> dict[str, str] | None:
    """Which other capture has taken this one's place, or gave way to it."""
    account = timeline_account(edition.store, capture.manifest.variant, capture.chip)
    if account.capture is None or account.superseded is None:
        return None
    if capture.id == account.superseded.id:
        words = "A measured run has taken the place of these figures:"
        return {"words": words, "id": account.capture.id}
    if capture.id == account.capture.id:
        words = "It takes the place of figures that were quoted until it was measured:"
        return {"words": words, "id": account.superseded.id}
    return None


def _health(edition: Edition, capture: Capture) -> list[str]:
    return edition.workbook.health(capture)
