"""A transfer of a capture, and how pages name it and what stands around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.hlo.shapes import Array, TupleShape
from xlagym.evidence.timeline.transfers import Role, Transfer, role
from xlagym.gym.rounds.words import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.instruction import Instruction

BEHIND, BARE, SYNC = "behind", "bare", "sync"
"""The three answers: it can hide, it has nothing to hide behind, it is one op."""
ROLES = {
    Role.WORK: ("works", "work"),
    Role.NAME: ("names a value", "name values"),
    Role.TRANSFER: ("belongs to another transfer", "belong to other transfers"),
    Role.SINGLE: ("computes a single number", "compute single numbers"),
    Role.WAIT: ("is waited for itself", "are waited for themselves"),
}
"""What one of them does, and several do."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A transfer and the capture that it is of."""

    capture: Capture
    transfer: Transfer

    @property
    def answer(self) -> str:
        """``behind``, ``bare`` or ``sync``."""
        if self.transfer.done is None:
            return SYNC
        return BEHIND if self.transfer.hides_behind else BARE

    @property
    def kind(self) -> str:
        """``copy``, ``collective-permute``, ``all-reduce``: what it does, by its name's stem."""
        opcode = self.transfer.start.opcode.removesuffix("-start")
        if opcode != "custom-call":
            return opcode
        return self.transfer.start.name.partition(".")[0]

    @property
    def link(self) -> Markup:
        """Its start, or the op itself."""
        return self.to(self.transfer.start)

    def to(self, each: Instruction) -> Markup:
        """An instruction, leading to its line."""
        return Markup('<a href="/captures/{}/#hlo-{}">{}</a>').format(
            self.capture.id, each.line, named(each.name)
        )

    @property
    def bytes(self) -> int:
        """What it moves, padded: its first operand with data. 0 where that can't be told."""
        place = {each.name: each for each in self.transfer.computation.instructions}
        leaves = self.transfer.leaves
        operands = leaves.operands[leaves.opcode.endswith("-update") :]
        if leaves.opcode == "slice-start" and isinstance(leaves.shape, TupleShape):
            shape = next((e for e in leaves.shape.elements if isinstance(e, Array)), None)
            return shape.padded_bytes if shape else 0
        shapes = [place[name].shape for name in operands if name in place]
        return sum(each.padded_bytes for each in shapes[:1] if isinstance(each, Array))

    @property
    def around(self) -> tuple[Sequence[Instruction], Sequence[Instruction]]:
        """What works before its data set off, and after its done, in their order."""
        instructions = self.transfer.computation.instructions
        place = {each.name: each for each in instructions}
        last = self.transfer.done or self.transfer.start
        first = instructions.index(self.transfer.leaves)
        end = instructions.index(last)
        works = [each for each in instructions if role(each, place) is Role.WORK]
        order = {each.name: at for at, each in enumerate(instructions)}
        return (
            [each for each in works if order[each.name] < first],
            [each for each in works if order[each.name] > end],
        )

    def takes(self, each: Instruction) -> bool:
        """Whether an instruction takes what arrives."""
        last = self.transfer.done or self.transfer.start
        return last.name in each.operands
