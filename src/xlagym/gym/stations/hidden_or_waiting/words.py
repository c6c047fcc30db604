"""A transfer of a capture, and how pages name it and what stands around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.shapes import Array, TupleShape
from xlagym.evidence.timeline.order import TransferRole
from xlagym.evidence.timeline.transfers import WORKING, Transfer
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.words import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.instruction import Instruction

BEHIND, BARE, SYNC = "behind", "bare", "sync"
"""The three answers: it can hide, it has nothing to hide behind, it is one op."""
ROLES = {
    TransferRole.WORK: ("works", "work"),
    TransferRole.NAME: ("names a value", "name values"),
    TransferRole.TRANSFER: ("belongs to another transfer", "belong to other transfers"),
    TransferRole.SINGLE: ("computes a single number", "compute single numbers"),
    TransferRole.WAIT: ("is waited for itself", "are waited for themselves"),
}
"""What one of them does, and several do."""


@dataclass(frozen=True, slots=True)
class CapturedTransfer:
    """A transfer and the capture that it is of."""

    capture: Capture
    transfer: Transfer

    @property
    def answer(self) -> str:
        """``behind``, ``bare`` or ``sync``."""
        if self.transfer.synchronous:
            return SYNC
        return BEHIND if self.transfer.hides(WORKING) else BARE

    @property
    def works(self) -> Sequence[Instruction]:
        """What works while it is on its way."""
        return self.transfer.behind(WORKING)

    @property
    def link(self) -> Markup:
        """Its start, or the op itself."""
        return self.to(self.transfer.start)

    def to(self, each: Instruction) -> Markup:
        """An instruction, leading to its line."""
        return line_link(self.capture.id, HLO, each.line, named(each.name))

    @property
    def bytes(self) -> int:
        """What it moves, padded: its first operand with data. 0 where that can't be told."""
        leaves = self.transfer.leaves
        operands = leaves.operands[leaves.opcode.endswith("-update") :]
        if leaves.opcode == "slice-start" and isinstance(leaves.shape, TupleShape):
            shape = next((e for e in leaves.shape.elements if isinstance(e, Array)), None)
            return shape.padded_bytes if shape else 0
        made = (self.transfer.computation.get(name) for name in operands)
        first = next((each for each in made if each is not None), None)
        return first.shape.padded_bytes if first and isinstance(first.shape, Array) else 0

    @property
    def around(self) -> tuple[Sequence[Instruction], Sequence[Instruction]]:
        """What works before its data set off, and after its done, in their order."""
        order = self.transfer.order
        first, end = (order.at[each.name] for each in (self.transfer.leaves, self.transfer.waits))
        works = [at for at, its in enumerate(order.roles) if its is TransferRole.WORK]
        return (
            [order.instructions[at] for at in works if at < first],
            [order.instructions[at] for at in works if at > end],
        )

    def takes(self, each: Instruction) -> bool:
        """Whether an instruction takes what arrives, or a value that only names it."""
        return not self._arrived.isdisjoint(each.operands)

    @property
    def _arrived(self) -> set[str]:
        """What arrives, and what names it from then on."""
        order = self.transfer.order
        found = {self.transfer.waits.name}
        for each, its in zip(order.instructions, order.roles, strict=True):
            if its is TransferRole.NAME and not found.isdisjoint(each.operands):
                found.add(each.name)
        return found
