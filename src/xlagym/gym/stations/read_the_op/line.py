"""What the questions about one op share: a line to read, how it is shown and linked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.fusions import executed_computations
from xlagym.evidence.hlo.shapes import Array
from xlagym.gym.rounds.exhibits import Excerpt
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.words import code

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.gym.rounds.round import Round

_LONGEST: Final = 1200
"""Lines longer than this are no good to read: they carry a kernel or a large configuration."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A round that may be dealt of one line."""

    about: str
    """Of the line: a room asks once about each."""
    likeness: str
    """Rounds with the same answer by the same route; a room takes different ones first."""
    make: Callable[[], Round | None]


type FindCandidates = Callable[[Capture], Iterator[Candidate]]
"""A kind of question: the rounds that a capture has for it, the best first."""


@dataclass(frozen=True, slots=True)
class AskedOp:
    """An instruction that makes one array."""

    capture: Capture
    each: Instruction
    shape: Array

    @property
    def operand(self) -> Array | None:
        """What its first operand is, where that is an array of the same computation."""
        computation = self.capture.hlo.computations[self.each.computation]
        for name in self.each.operands[:1]:
            try:
                shape = computation.instruction(name).shape
            except KeyError:
                return None
            return shape if isinstance(shape, Array) else None
        return None

    @property
    def exhibit(self) -> Excerpt:
        """Its line."""
        line = self.each.line
        return Excerpt("The line", self.capture.id, HLO.file, ((line, self.each.text),))

    @property
    def link(self) -> Markup:
        """Its line, linked."""
        return line_link(self.capture.id, HLO, self.each.line)

    @property
    def layout(self) -> Markup:
        """Its layout as the line has it."""
        return code(str(self.shape.layout))


def ops(capture: Capture, running: bool = False) -> list[AskedOp]:
    """The instructions that make one array with a layout, in the order of the text.

    With ``running``, only those that run: not what lies inside a fusion.
    """
    computations = (
        executed_computations(capture.hlo) if running else capture.hlo.computations.values()
    )
    return [
        AskedOp(capture, each, each.shape)
        for computation in computations
        for each in computation.instructions
        if isinstance(each.shape, Array)
        and each.shape.layout is not None
        and len(each.text) <= _LONGEST
        and "\n" not in each.text
    ]


def sizes(array: Array) -> str:
    """``2,048 by 1,024``; ``a scalar``."""
    return " by ".join(f"{size:,}" for size in array.dims) or "a scalar"
