"""Compiles to walk through pass by pass: an index, and a page for each that a station names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from xlagym.captures.addresses import walk_of
from xlagym.captures.capture import Capture
from xlagym.course.context import Quoted
from xlagym.evidence.passes.landmarks import KERNEL
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan, quote
from xlagym.site.stations.walk_view import ShownMark, read_marks, read_walk


@dataclass(frozen=True, slots=True)
class WalkLink:
    """A compile of the index."""

    capture: Capture
    about: str
    path: str
    total: Quoted
    changed: Quoted
    marks: tuple[ShownMark, ...]


def plan(edition: Edition) -> Iterator[Plan]:
    """The index, and the compiles that stations name."""
    entries = [_entry(edition, id, about) for id, about in walked(edition).items()]
    yield Plan(
        path="/passes/",
        template="pages/passes.html",
        title="Passes",
        description="Compiles to walk through, every pass in order, with what it changed.",
        nav="evidence",
        context={"entries": entries},
        receipts=[number for each in entries for number in (each.total, each.changed)],
    )
    for each in entries:
        numbers = [each.total, each.changed]
        yield Plan(
            path=each.path,
            template="pages/walk.html",
            title=f"Passes of {each.capture.id}",
            description=f"Every pass of {each.capture.id} in order, with what it changed.",
            nav="evidence",
            context={"entry": each, "manifest": each.capture.manifest},
            late=partial(_read, each.capture),
            receipts=numbers,
        )


def walked(edition: Edition) -> dict[str, str]:
    """Captures whose passes have a page, each with what its program is."""
    found: dict[str, str] = {}
    for station in edition.stations:
        for id in station.spec.walks:
            if id in edition.store.captures:
                about = station.spec.programs.get(id.partition("@")[0], "")
                found[id] = found.get(id) or about
    return found


def doors(edition: Edition) -> dict[str, dict[str, str]]:
    """By capture: the page of its passes, and, where a pass brought a kernel, that step on it."""
    found: dict[str, dict[str, str]] = {}
    for id in walked(edition):
        path = walk_of(id)
        marks = read_marks(edition.store.captures[id])
        found[id] = {"passes": path}
        if kernel := next((mark.id for mark in marks if mark.about == KERNEL), ""):
            found[id]["kernel"] = f"{path}#{kernel}"
    return found


def _entry(edition: Edition, id: str, about: str) -> WalkLink:
    capture = edition.store.captures[id]
    return WalkLink(
        capture=capture,
        about=about,
        path=walk_of(id),
        total=quote(edition.number(f"passes/{id}/total", "c.passes.total", id, "/passes/")),
        changed=quote(edition.number(f"passes/{id}/changed", "c.passes.changed", id, "/passes/")),
        marks=read_marks(capture),
    )


def _read(capture: Capture) -> dict[str, Any]:
    return {"walk": read_walk(capture)}
