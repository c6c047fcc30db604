"""Lines of an evidence file, verbatim, with what they were captured on below them.

    ```{listing} attention-s1024@tpu-v6e optimized.hlo
    lines: 17-27
    mark: fusion, online-softmax
    caption: The entry computation.
    ```

Instead of ``lines``, ``computation: main.3`` shows one computation whole; with neither the file is
shown whole. ``mark`` takes line numbers and names of instructions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlagym.course.directives.evidence import EvidenceLines, excerpt, shown
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace

OPTIONS = ("lines", "computation", "mark", "caption")
_LINES = re.compile(r"(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?")


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A figure: the lines, the author's caption, where they come from."""
    capture_id, _, file = block.argument.partition(" ")
    cut = excerpt(capture_id, file.strip(), place, context)
    if "lines" in block.options and "computation" in block.options:
        raise place.error(
            "listing", "both 'lines' and 'computation' are given", "keep one of the two"
        )
    if "lines" in block.options:
        cut = cut.cut(*_lines(block.option("lines"), place), place)
    elif "computation" in block.options:
        cut = cut.cut(*_computation(cut.capture, block.option("computation"), place), place)
    marks = tuple(sorted({_mark(name, cut, place) for name in block.names("mark")}))
    return shown(cut, marks, block.shown.get("caption", ""), context)


def _lines(text: str, place: SourcePlace) -> tuple[int, int]:
    found = _LINES.fullmatch(text)
    if found is None:
        raise place.error("listing", f"'{text}' names no lines", "write 'lines: 17-27'")
    first = int(found.group(1))
    return first, int(found.group(2) or first)


def _computation(capture: Capture, name: str, place: SourcePlace) -> tuple[int, int]:
    computations = capture.hlo.computations
    found = computations.get(name.removeprefix("%"))
    if found is None:
        raise place.error(
            "listing",
            f"{capture.id} has no computation '{name}'",
            nearest(name, computations),
        )
    return found.line, found.end_line


def _mark(name: str, cut: EvidenceLines, place: SourcePlace) -> int:
    line = int(name) if name.isdecimal() and len(name) < 8 else _line_of(name, cut)
    if line is None:
        raise place.error(
            "listing",
            f"nothing in {cut.capture.id}/{cut.file} is called '{name}'",
            "mark a line number, or the name of an instruction",
        )
    if not cut.first <= line <= cut.last:
        raise place.error(
            "listing",
            f"the marked line {line} lies outside the lines {cut.first} to {cut.last}",
            "widen 'lines', or remove the mark",
        )
    return line


def _line_of(name: str, cut: EvidenceLines) -> int | None:
    """The line that defines ``name``: ``%name =`` in HLO and StableHLO alike."""
    definition = re.compile(rf"\s*(?:ROOT )?%?{re.escape(name.removeprefix('%'))}\s*=")
    for number, line in enumerate(cut.lines, 1):
        if cut.first <= number <= cut.last and definition.match(line):
            return number
    return None
