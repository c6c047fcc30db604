"""Evidence files as listings, on the pages of captures and inside chapters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from xlagym.captures.capture import Capture
from xlagym.evidence.origins.line_roles import Roles, optimized_roles, stablehlo_roles
from xlagym.evidence.text.lines import Lines
from xlagym.keeping.kept import kept
from xlagym.site.show.highlight import kind_of
from xlagym.site.show.listing import Line, Run, render_listing

PREFIXES: Mapping[str, str] = {
    "program.py": "py",
    "stablehlo.mlir": "mlir",
    "optimized.hlo": "hlo",
}
"""Ids of lines on a capture's page begin so; those of other files begin with the file's stem."""

TITLES: Mapping[str, str] = {
    "program.py": "The program",
    "jaxpr.txt": "The jaxpr, what JAX traced",
    "stablehlo.mlir": "StableHLO, what XLA received",
    "optimized.hlo": "Optimized HLO, what XLA decided",
    "refusal.txt": "The compiler's refusal",
    "figures.yml": "The figures, each with its source",
    "run.json": "The runs, by the host's clock and by the profile",
    "cost.json": "Cost analysis",
    "memory.json": "Memory analysis",
    "forecast.json": "Forecast, static cycles of each op",
    "live-range.txt": "Live ranges",
    "buffer-assignment.txt": "Buffer assignment",
    "memory-usage.txt": "Memory usage",
    "passes.json": "Passes, in order",
    "pass-log.txt": "The compiler's log of its passes",
}
"""Files that are listed, in this order."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a capture as its page lists it."""

    id: str
    title: str
    html: Markup
    caption: Markup


@kept(held=False)
def listings(capture: Capture) -> list[Listed]:
    """Every text of ``capture`` that people read, whole, each line with an address."""
    return [_listed(capture, name) for name in TITLES if capture.has(name)]


@kept
def excerpt(capture: Capture, file: str, first: int, last: int, marks: tuple[int, ...]) -> Markup:
    """Lines ``first`` to ``last`` of a file, with ``marks`` lit, for a chapter."""
    lines = [
        Line(line.number, line.text, (*line.classes, "mark")) if line.number in marks else line
        for line in _lines(capture, file)[first - 1 : last]
    ]
    prefix = f"{PREFIXES.get(file, Path(file).stem)}-{capture.id.replace('@', '-')}-{first}-{last}"
    return render_listing(lines, kind_of(file), f"{file} of {capture.id}", prefix)


def _listed(capture: Capture, name: str) -> Listed:
    lines = _lines(capture, name)
    prefix = PREFIXES.get(name, Path(name).stem)
    runs = [run] if (run := _tables(capture, name)) else []
    html = render_listing(
        lines, kind_of(name), f"{name} of {capture.id}", prefix, permalinks=True, runs=runs
    )
    if capture.manifest.command:
        caption = Markup("Verbatim from <code>{}</code>, made by <code>{}</code>.").format(
            name, capture.manifest.command
        )
    else:
        caption = Markup("From <code>{}</code>, quoted and not made here.").format(name)
    return Listed(prefix, TITLES[name], html, caption)


def _lines(capture: Capture, name: str) -> list[Line]:
    roles = _roles(capture, name)
    return [
        Line(number, text, roles.get(number, ()))
        for number, text in enumerate(Lines(capture.text(name)), 1)
    ]


def _roles(capture: Capture, name: str) -> Roles:
    if name == "optimized.hlo":
        return optimized_roles(capture.hlo, {each.instruction for each in capture.carriers})
    if name == "stablehlo.mlir":
        return stablehlo_roles(capture.stablehlo, capture.big)
    return {}


def _tables(capture: Capture, name: str) -> Run | None:
    """The tables of Python frames at the head of an optimized module, to be folded."""
    if name != "optimized.hlo":
        return None
    lines = capture.hlo.lines
    first = next((at for at, text in enumerate(lines, 1) if text == "FileNames"), None)
    if first is None:
        return None
    last = min(each.line for each in capture.hlo.computations.values()) - 1
    return Run(first, last, f"lines {first} to {last}: tables of Python frames")
