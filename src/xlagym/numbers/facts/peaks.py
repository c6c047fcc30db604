"""Facts about the fullest moment of one memory: live ranges joined with the buffer assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.captures.forms import BUFFERS
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.memory.peaks import Peak


def _peak(capture: Capture, argument: str) -> Peak:
    from xlagym.evidence.hlo.spaces import space_name

    found = capture.peaks.by_space
    named = {space_name(space, capture.target): peak for space, peak in found.items()}
    if argument not in named:
        raise NoFactError(
            f"'{capture.manifest.id}' holds nothing in '{argument}'", nearest(argument, named)
        )
    return named[argument]


PEAK_FACTS: dict[str, Fact] = {
    "peak().bytes": Fact(
        BUFFERS,
        "B",
        "bytes taken in a memory (HBM, VMEM, memory) at its fullest, padding included",
        lambda capture, argument: FoundValue(_peak(capture, argument).bytes),
    ),
    "peak().buffers": Fact(
        BUFFERS,
        "",
        "values alive in a memory at its fullest",
        lambda capture, argument: FoundValue(len(_peak(capture, argument).buffers)),
    ),
}
