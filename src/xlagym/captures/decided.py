"""What the compiler decided in one capture, point by point, each with the line that shows it.

Names with numbers in them (``%fusion.5``) mean nothing between chips, so a point has a text that is
compared and a label that is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xlagym.evidence.hlo.fusions import executed_computations, kernels, launched, nested
from xlagym.evidence.hlo.shapes import Array, arrays
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.timeline.transfers import background

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction

NOWHERE: Final = "not materialized"
"""Where a value lies that nothing launched has as its result."""
_PREFETCH = "cross_program_prefetch_index"


@dataclass(frozen=True, slots=True)
class Point:
    """A decision, or one of several of a sort."""

    text: str
    """What is compared between chips: ``kOutput``."""
    label: str = ""
    """What tells it from others of its capture: ``%fusion.5``."""
    line: int | None = None
    """Of the optimized module."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A sort of decision, and what it came to."""

    name: str
    points: tuple[Point, ...]

    @property
    def compared(self) -> tuple[str, ...]:
        """What has to be equal for two chips to have decided alike."""
        return tuple(point.text for point in self.points)


def decided(capture: Capture) -> dict[str, Decision]:
    """Return what was decided, by the name of the decision, in the order in which it is told."""
    running = list(_running(capture))
    found = (
        Decision("launched", tuple(_fusion(each) for each in launched(capture.hlo))),
        Decision("nested", tuple(_fusion(each) for each in nested(capture.hlo))),
        Decision("kernels", tuple(_kernel(each) for each in kernels(capture.hlo))),
        Decision("big", tuple(_big(capture))),
        Decision("spaces", tuple(_spaces(capture, running))),
        Decision("tilings", tuple(_tilings(running))),
        Decision("flights", tuple(_flights(capture))),
        Decision("converts", tuple(_converts(capture))),
    )
    return {each.name: each for each in found}


def _running(capture: Capture) -> Iterator[Instruction]:
    for computation in executed_computations(capture.hlo):
        yield from computation.instructions


def _fusion(each: Instruction) -> Point:
    return Point(each.fusion_kind or "no kind", f"%{each.name}", each.line)


def _kernel(each: Instruction) -> Point:
    stem, _, number = each.name.rpartition(".")
    return Point(stem if stem and number.isdecimal() else each.name, f"%{each.name}", each.line)


def _big(capture: Capture) -> Iterator[Point]:
    """Each way in which something launched makes the big intermediate: its space and layout."""
    if capture.big is None:
        return
    seen: set[str] = set()
    for carrier in capture.carriers:
        if not carrier.launched or carrier.how != "result":
            continue
        for array in arrays(carrier.instruction.shape):
            if array.same_tensor(capture.big):
                space = space_name(array.memory_space, capture.chip)
                text = f"{array} in {space}"
                if text not in seen:
                    seen.add(text)
                    yield Point(text, f"%{carrier.instruction.name}", carrier.instruction.line)
    if not seen:
        yield Point(NOWHERE)


def _spaces(capture: Capture, running: Iterable[Instruction]) -> Iterator[Point]:
    """The memories that results of what runs lie in, each where it is first used."""
    first: dict[int, Instruction] = {}
    for each in running:
        for array in arrays(each.shape):
            first.setdefault(array.memory_space, each)
    for space, each in sorted(first.items()):
        name = space_name(space, capture.chip)
        yield Point(name, f"S({space})" if space else "no S(n)", each.line)


def _tilings(running: Iterable[Instruction]) -> Iterator[Point]:
    """The tilings of arrays that something running makes, each where it is first used."""
    seen: set[str] = set()
    for each in running:
        for array in arrays(each.shape):
            text = tiling(array)
            if array.rank and text not in seen:
                seen.add(text)
                yield Point(text, f"%{each.name}", each.line)


def tiling(array: Array) -> str:
    """An array's element type and tiles, ``bf16 T(8,128)(2,1)``; ``no tiles`` without any."""
    tiles = array.layout.tiles if array.layout is not None else ()
    told = "".join("(" + ",".join("*" if n < 0 else str(n) for n in tile) + ")" for tile in tiles)
    return f"{array.dtype} T{told}" if told else f"{array.dtype} no tiles"


def _flights(capture: Capture) -> Iterator[Point]:
    for each in background(capture.hlo):
        ahead = ", ahead of the program" if _PREFETCH in each.start.attributes else ""
        yield Point(f"{each.kind}{ahead}", f"%{each.start.name}", each.start.line)


def _converts(capture: Capture) -> Iterator[Point]:
    for each in capture.hlo.instructions:
        if each.opcode == "convert" and isinstance(each.shape, Array):
            yield Point(f"to {each.shape.dtype}", f"%{each.name}", each.line)
