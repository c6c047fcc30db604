"""What HLO text is read into: a module, its computations, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.evidence.hlo.frames import FrameTables, SourceFrame, frame_id, inline_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlagym.evidence.hlo.instruction import Instruction
    from xlagym.evidence.text.lines import Lines


class HloError(ValueError):
    """Raised when a text is no HLO module at all: neither a header nor an ENTRY computation."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that the reader could make nothing of."""

    line: int
    """1-based."""
    text: str
    """Verbatim."""
    why: str


@dataclass(slots=True, eq=False)
class Computation:
    """A computation and its instructions, in the order of the text: its schedule, if it has one."""

    name: str
    """Without ``%``."""
    is_entry: bool
    line: int
    end_line: int
    """The line that closes it, 1-based; its last line, where the text is cut."""
    lines: Lines = field(repr=False)
    instructions: list[Instruction] = field(default_factory=list, repr=False)
    thread: str | None = None
    """The execution thread, where the text names one."""
    _by_name: dict[str, Instruction] | None = field(default=None, repr=False)

    @property
    def header(self) -> str:
        """The line that opens it, verbatim; empty for the entry of a text that has none."""
        return self.lines.from_line(self.line) if self.line else ""

    @property
    def root(self) -> Instruction | None:
        """The instruction whose value it returns."""
        return next((each for each in reversed(self.instructions) if each.is_root), None)

    def instruction(self, name: str) -> Instruction:
        """Its instruction of this name. Raises KeyError."""
        return self._names()[name]

    def get(self, name: str) -> Instruction | None:
        """Its instruction of this name; None where it has none, as in a text that is cut."""
        return self._names().get(name)

    def _names(self) -> dict[str, Instruction]:
        if self._by_name is None:
            self._by_name = {each.name: each for each in reversed(self.instructions)}
        return self._by_name


@dataclass(slots=True, eq=False)
class Module:
    """A module: its computations by name, and what the reader could not read."""

    name: str
    header: str
    """The ``HloModule`` line, verbatim; the lines, where it runs over several."""
    text: str = field(repr=False)
    lines: Lines = field(repr=False)
    """The text's lines, indexed from 0."""
    computations: dict[str, Computation]
    """In the order of the text, callees before callers."""
    entry: Computation
    """The ENTRY computation. Where the text has none (cut), an empty one without a name."""
    unread: list[Unread]
    frames: FrameTables
    _by_name: dict[str, Instruction] | None = field(default=None, repr=False)

    @property
    def instructions(self) -> Iterator[Instruction]:
        """All instructions of all computations, in the order of the text."""
        for computation in self.computations.values():
            yield from computation.instructions

    def instruction(self, name: str) -> Instruction:
        """The instruction of this name, the entry's before others. Raises KeyError."""
        if self._by_name is None:
            self._by_name = {each.name: each for each in reversed(list(self.instructions))}
            self._by_name |= {each.name: each for each in self.entry.instructions}
        return self._by_name[name]

    def computation(self, name: str) -> Computation:
        """The computation of this name. Raises KeyError."""
        return self.computations[name]

    def stack(self, instruction: Instruction) -> tuple[SourceFrame, ...]:
        """The source frames that an instruction comes from, leaf first; () for none."""
        metadata = instruction.metadata
        found = self.frames.resolve(frame_id(metadata))
        inline = inline_frame(metadata)
        return found or ((inline,) if inline else ())

    def frame(self, instruction: Instruction) -> SourceFrame | None:
        """The leaf of the source frames that an instruction comes from."""
        return next(iter(self.stack(instruction)), None)
