"""What the compiler decided for one program, point by point, each with the line that shows it.

Names with numbers in them (``%fusion.5``) mean nothing between chips and versions of a compiler, so
a point has a text that is compared and a label that is shown. Pages and rounds about chips, drift,
labs and the report of ``xlagym xray`` all tell these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xlagym.evidence.hlo.fusions import executed_computations, kernels, launched, nested
from xlagym.evidence.hlo.shapes import Array, arrays
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.timeline.transfers import background

if TYPE_CHECKING:
    from xlagym.captures.readings import ModuleReadings
    from xlagym.evidence.hlo.reader import Instruction, Module
    from xlagym.evidence.origins.carriers import Carrier

NOWHERE: Final = "not materialized"
"""Where a value lies that nothing launched has as its result."""
_IN_FUSIONS: Final = "no memory: only fusions hold it"
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

    @property
    def counted(self) -> str:
        """What it came to in words: ``2 kOutput, 1 kLoop``; ``none`` without a point."""
        counts = sorted(Counter(self.compared).items(), key=lambda each: (-each[1], each[0]))
        return ", ".join(f"{number} {text}" for text, number in counts) or "none"

    @property
    def listed(self) -> str:
        """What it came to, where each is there once: ``HBM, VMEM``; ``none`` without a point."""
        return ", ".join(self.compared) or "none"


def decided(readings: ModuleReadings) -> dict[str, Decision]:
    """Return what was decided, by the name of the decision, in the order in which it is told."""
    module, chip = readings.hlo, readings.chip
    big, carriers = readings.big, readings.carriers
    running = [
        each for computation in executed_computations(module) for each in computation.instructions
    ]
    found = (
        Decision("launched", tuple(_fusion(each) for each in launched(module))),
        Decision("nested", tuple(_fusion(each) for each in nested(module))),
        Decision("kernels", tuple(_named(each.stem, each) for each in kernels(module))),
        Decision("tensor", (Point(big.plain),) if big is not None else ()),
        Decision("big", tuple(_big(big, carriers, chip)) if big is not None else ()),
        Decision("holds", tuple(_holds(carriers, chip)) if big is not None else ()),
        Decision("carriers", tuple(_named(each.how, each.instruction) for each in carriers)),
        Decision("spills", tuple(_spill(each) for each in carriers if each.spills)),
        Decision("spaces", tuple(_spaces(running, chip))),
        Decision("tilings", tuple(_tilings(running))),
        Decision("flights", tuple(_flights(module))),
        Decision("converts", tuple(_converts(module))),
    )
    return {each.name: each for each in found}


def in_lines(found: Mapping[str, Decision]) -> dict[str, str]:
    """Return decisions as short texts, by what each is about.

    Texts of HLO differ between versions of a compiler in ways that mean nothing (the order of keys,
    the numbers in names); these mean something.
    """
    return {
        "fusions launched": f"{len(found['launched'].points):,}",
        "their kinds": found["launched"].counted,
        "fusions nested": f"{len(found['nested'].points):,}",
        "kernels": found["kernels"].counted,
        "transfers in the background": found["flights"].counted,
        "converts": found["converts"].counted,
        "big intermediate": found["tensor"].listed,
        "it lies in": found["holds"].listed,
        "instructions that carry it": f"{len(found['carriers'].points):,}",
        "spills": f"{len(found['spills'].points):,}",
    }


def _named(text: str, each: Instruction) -> Point:
    return Point(text, f"%{each.name}", each.line)


def _fusion(each: Instruction) -> Point:
    return _named(each.fusion_kind or "no kind", each)


def _spill(carrier: Carrier) -> Point:
    return _named("writes" if carrier.how == "result" else "reads", carrier.instruction)


def _big(big: Array, carriers: Iterable[Carrier], chip: str) -> Iterator[Point]:
    """Each way in which something launched makes the big intermediate: its space and layout."""
    seen: set[str] = set()
    for carrier in carriers:
        if not carrier.launched or carrier.how != "result":
            continue
        for array in arrays(carrier.instruction.shape):
            text = f"{array} in {space_name(array.memory_space, chip)}"
            if array.same_tensor(big) and text not in seen:
                seen.add(text)
                yield _named(text, carrier.instruction)
    if not seen:
        yield Point(NOWHERE)


def _holds(carriers: Iterable[Carrier], chip: str) -> Iterator[Point]:
    """The memories in which something launched holds the big intermediate, each where it does."""
    first: dict[int, Instruction] = {}
    for carrier in carriers:
        for space in carrier.spaces if carrier.launched else ():
            first.setdefault(space, carrier.instruction)
    for space, each in sorted(first.items()):
        yield _named(space_name(space, chip), each)
    if not first:
        yield Point(_IN_FUSIONS)


def _spaces(running: Iterable[Instruction], chip: str) -> Iterator[Point]:
    """The memories that results of what runs lie in, each where it is first used."""
    first: dict[int, Instruction] = {}
    for each in running:
        for array in arrays(each.shape):
            first.setdefault(array.memory_space, each)
    for space, each in sorted(first.items()):
        yield Point(space_name(space, chip), f"S({space})" if space else "no S(n)", each.line)


def _tilings(running: Iterable[Instruction]) -> Iterator[Point]:
    """The tilings of arrays that something running makes, each where it is first used."""
    seen: set[str] = set()
    for each in running:
        for array in arrays(each.shape):
            text = tiling(array)
            if array.rank and text not in seen:
                seen.add(text)
                yield _named(text, each)


def tiling(array: Array) -> str:
    """An array's element type and tiles, ``bf16 T(8,128)(2,1)``; ``no tiles`` without any."""
    tiles = array.layout.tiles if array.layout is not None else ()
    told = "".join("(" + ",".join("*" if n < 0 else str(n) for n in tile) + ")" for tile in tiles)
    return f"{array.dtype} T{told}" if told else f"{array.dtype} no tiles"


def _flights(module: Module) -> Iterator[Point]:
    for each in background(module):
        ahead = ", ahead of the program" if _PREFETCH in each.start.attributes else ""
        yield _named(f"{each.kind}{ahead}", each.start)


def _converts(module: Module) -> Iterator[Point]:
    for each in module.instructions:
        if each.opcode == "convert" and isinstance(each.shape, Array):
            yield _named(f"to {each.shape.dtype}", each)
