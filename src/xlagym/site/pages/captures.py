"""The index of the store: programs against targets, then what ran and what is published."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from xlagym.captures.addresses import page_of
from xlagym.captures.capture import Capture
from xlagym.captures.forms import HLO
from xlagym.captures.manifest import MANIFEST
from xlagym.chips.names import rank
from xlagym.course.context import Quoted
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.plan import Plan, quote


def plan(edition: Edition) -> Iterator[Plan]:
    """The captures' index; one number for each capture that compiled, ran or is published."""
    everything = sorted(edition.store.captures.values(), key=_place)
    captures = [capture for capture in everything if capture.basis == "compiled"]
    timed = {each.id: _run(edition, each) for each in everything if each.basis != "compiled"}
    targets = sorted({capture.target for capture in captures}, key=rank)
    figures = {
        capture.id: quote(
            edition.number(f"captures/{capture.id}", "c.hlo.launched", capture.id, "/captures/")
        )
        for capture in captures
        if not capture.refused and capture.has(HLO)
    }
    programs = [
        {
            "name": program,
            "variants": [
                {"name": variant, "cells": _cells(targets, list(row), figures)}
                for variant, row in groupby(of_program, key=lambda each: each.manifest.variant)
            ],
        }
        for program, of_program in groupby(captures, key=lambda each: each.manifest.program)
    ]
    yield Plan(
        path="/captures/",
        template="pages/captures.html",
        title="Captures",
        description="The evidence: programs compiled for chips, kept as the compiler wrote them.",
        nav="evidence",
        context={
            "targets": targets,
            "programs": programs,
            "timed": [
                {
                    "manifest": edition.store.captures[id].manifest,
                    "path": page_of(id),
                    "figure": figure,
                }
                for id, figure in timed.items()
            ],
        },
        receipts=[*figures.values(), *timed.values()],
    )


def _run(edition: Edition, capture: Capture) -> Quoted:
    """How long a run took, measured or published."""
    return quote(
        edition.workbook.evaluate(
            f"captures/{capture.id}",
            "c.timeline.envelope",
            let={"c": capture.id},
            page="/captures/",
            show="ms" if capture.chip == "cpu" else "µs",
            digits=2 if capture.chip == "cpu" else 1,
            file=f"{capture.shown}/{MANIFEST}",
        )
    )


def _cells(
    targets: list[str], row: list[Capture], figures: dict[str, Quoted]
) -> list[dict[str, object] | None]:
    by_target = {capture.target: capture for capture in row}
    return [
        {
            "manifest": by_target[target].manifest,
            "path": page_of(by_target[target].id),
            "figure": figures.get(by_target[target].id),
        }
        if target in by_target
        else None
        for target in targets
    ]


def _place(capture: Capture) -> tuple[str, str, tuple[int, str], str]:
    manifest = capture.manifest
    return (manifest.program, manifest.variant, rank(capture.target), capture.id)
