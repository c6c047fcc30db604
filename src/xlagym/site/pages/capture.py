"""A capture: how it was made, its files, its texts line by line, and who quotes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xlagym.captures.capture import Capture
from xlagym.captures.health import health
from xlagym.numbers.ledger import Ledger
from xlagym.site.edition import Edition
from xlagym.site.plan import Plan, Use


def plan(edition: Edition, ledger: Ledger, uses: Mapping[str, Use]) -> Iterator[Plan]:
    """A page for each capture of the store."""
    rooms = {room.capture: room.path for station in edition.stations for room in station.rooms}
    for capture in edition.store.captures.values():
        yield Plan(
            path=f"/captures/{capture.id}/",
            template="capture.html",
            title=capture.id,
            description=f"{capture.manifest.function} on {capture.target}, as captured.",
            nav="evidence",
            context={
                "manifest": capture.manifest,
                "files": _files(capture),
                "listings": edition.shown.listings(capture),
                "xray": rooms.get(capture.id),
                "quoted_by": [
                    {
                        "number": number,
                        "href": uses[number.id].href,
                        "page_title": uses[number.id].page_title,
                    }
                    for number in ledger.quoting(capture.id)
                ],
                "health": _health(edition, capture),
            },
        )


def _files(capture: Capture) -> list[dict[str, object]]:
    return [
        {
            "name": entry.name,
            "size": entry.size,
            "sha256": entry.sha256,
            "href": f"/captures/{capture.id}/{entry.name}",
        }
        for entry in capture.manifest.files
    ]


def _health(edition: Edition, capture: Capture) -> list[str]:
    key = " ".join(entry.sha256 for entry in capture.manifest.files)
    return edition.cache.get("health", key, lambda: health(capture))
