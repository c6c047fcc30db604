"""The three texts of the fusion x-ray, line by line: what each line is, and where it went.

Lines are named ``py-9``, ``mlir-4``, ``hlo-41``: pane and line number in the file.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.captures.forms import HLO, PROGRAM, STABLEHLO
from xlagym.evidence.origins.line_roles import optimized_roles, stablehlo_roles
from xlagym.evidence.text.lines import Lines
from xlagym.gym.stations.fusion_xray.links import LineLinks, trace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm
    from xlagym.gym.stations.fusion_xray.scene import XRayScene

_TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")


@dataclass(frozen=True)
class PaneLine:
    """One line of a pane."""

    number: int
    text: str
    classes: tuple[str, ...]
    """How it is drawn: ``fusion nested kernel carries comp dim``."""
    links: tuple[str, ...]
    """Ids of its counterparts, in all panes."""
    note: str
    """Its origin or fate in words, names between backticks."""


@dataclass(frozen=True, slots=True)
class Pane:
    """One of the three texts."""

    id: str
    """``py``, ``mlir``, ``hlo``: also the prefix of its lines' ids."""
    title: str
    subtitle: str
    file: str
    """Name in the capture's folder."""
    kind: str
    """Which highlighter reads it."""
    lines: tuple[PaneLine, ...]
    tables: tuple[int, int] | None = None
    """First and last line of the tables that a page may fold away."""


def panes(capture: Capture, scene: XRayScene) -> tuple[Pane, Pane, Pane]:
    """Python, StableHLO, optimized HLO."""
    links = trace(capture, scene)
    source = capture.manifest.source_file
    return (
        Pane(
            PROGRAM.prefix,
            "Python",
            source,
            PROGRAM.file,
            PROGRAM.language,
            _python(capture, links),
        ),
        Pane(
            STABLEHLO.prefix,
            "StableHLO",
            "what XLA received",
            STABLEHLO.file,
            STABLEHLO.language,
            _stablehlo(capture, scene, links),
        ),
        Pane(
            HLO.prefix,
            "Optimized HLO",
            "what XLA decided",
            HLO.file,
            HLO.language,
            _optimized(scene, links),
            _tables(scene.module.lines),
        ),
    )


def _python(capture: Capture, links: LineLinks) -> tuple[PaneLine, ...]:
    """The functions that StableHLO came from, and the one that was compiled."""
    lines = Lines(capture.text(PROGRAM))
    wanted = set(PROGRAM.lines_among(links))
    if wanted and max(wanted) > len(lines):
        raise ValueError(
            f"the StableHLO of {capture.id} names line {max(wanted)} of a {PROGRAM.file} that has "
            f"{len(lines)} lines"
        )
    shown: set[int] = set()
    for node in _definitions(capture, lines.text):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        body = range(first, (node.end_lineno or node.lineno) + 1)
        if node.name == capture.manifest.function or wanted.intersection(body):
            shown.update(body)
    return tuple(
        _line(PROGRAM, number, lines[number - 1], (), links)
        for number in sorted(shown | wanted)
        if number <= len(lines)
    )


def _definitions(capture: Capture, program: str) -> list[ast.stmt]:
    """What stands in the program at its outermost level. Raises ValueError for no Python."""
    try:
        return ast.parse(program).body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"the {PROGRAM.file} of {capture.id} is no Python: {error}") from error


def _stablehlo(capture: Capture, scene: XRayScene, links: LineLinks) -> tuple[PaneLine, ...]:
    roles = stablehlo_roles(capture.stablehlo, scene.tensor)
    return tuple(
        _line(STABLEHLO, number, text, roles.get(number, ()), links)
        for number, text in enumerate(capture.stablehlo.lines, 1)
    )


def _optimized(scene: XRayScene, links: LineLinks) -> tuple[PaneLine, ...]:
    roles = optimized_roles(scene.module, scene.carrier)
    return tuple(
        _line(HLO, number, text, roles.get(number, ()), links)
        for number, text in enumerate(scene.module.lines, 1)
    )


def _line(
    form: AnyForm, number: int, text: str, classes: Iterable[str], links: LineLinks
) -> PaneLine:
    link = links.get(form.line_id(number))
    return PaneLine(
        number=number,
        text=text,
        classes=tuple(classes),
        links=tuple(link.to) if link else (),
        note=link.note if link else "",
    )


def _tables(lines: Iterable[str]) -> tuple[int, int] | None:
    """First and last line of the frame tables, blank lines at their end among them."""
    first = last = 0
    for number, text in enumerate(lines, 1):
        if text in _TABLES and not first:
            first = number
        if first and (text.endswith("{") or text.startswith("%")):
            break
        last = number
    return (first, last) if first else None
