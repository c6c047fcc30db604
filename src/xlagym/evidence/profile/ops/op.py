"""An op of a program as a profile names it, and what part it plays on a timeline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class OpRole(StrEnum):
    """What an op's bar on the timeline means."""

    COMPUTE = "compute"
    """The device works: matmuls, fusions, kernels, copies that it waits for itself."""
    START = "start"
    """Sets something going in the background and returns at once."""
    DONE = "done"
    """Waits for what a start set going: its bar is waiting, not work."""
    COMMUNICATION = "communication"
    """Talks to other chips or to the host, and holds the row for as long as that takes."""
    CONTROL = "control"
    """A loop, branch or call: its bar spans the bars of the ops inside it."""


_CONTROL: Final = frozenset({"while", "conditional", "call"})
_STARTS: Final = frozenset({"send", "recv", "async-update"})
"""Starts whose opcode doesn't end in ``-start``."""
_COMMUNICATION: Final = frozenset(
    {
        "all-gather",
        "all-reduce",
        "all-to-all",
        "ragged-all-to-all",
        "collective-broadcast",
        "collective-permute",
        "reduce-scatter",
        "infeed",
        "outfeed",
    }
)
_NUMBERED: Final = re.compile(r"(?:\.(?:\d+|clone|remat\d*))+$")


OpKey = tuple[int | None, str, str]
"""Program id, module, name: what tells an op from all others of a profile."""


@dataclass(frozen=True, slots=True)
class Op:
    """One op of one program. What the profile doesn't say is None, or empty where it is text."""

    program_id: int | None
    """The program's id, unsigned; Chrome traces of CPUs lack it."""
    module: str
    """The module's name, without the id that profiles append."""
    name: str
    """The instruction's name, without ``%``: unique within a program."""
    opcode: str = ""
    category: str = ""
    """XLA's own category on a TPU; elsewhere the opcode, with the kind for a fusion."""
    text: str = ""
    """The HLO instruction, where the profile carries it."""
    operands: tuple[str, ...] = ()
    flops: int | None = None
    """Floating-point operations a run of the op makes, by the compiler's own count."""
    bytes_accessed: int | None = None
    """Bytes a run of the op reads and writes, by the compiler's own count."""
    op_name: str = ""
    """Where it came from in the traced function: ``jit(f)/jit(main)/add``."""
    source: str = ""
    """``file:line`` of that."""
    kernel: str = ""
    """The GPU kernel that ran it."""

    @property
    def key(self) -> OpKey:
        """What tells this op from all others of a profile: program, module, name."""
        return self.program_id, self.module, self.name

    @property
    def role(self) -> OpRole:
        """What its bar means, by its opcode, or by its name where no opcode is recorded."""
        kind = self.opcode or _NUMBERED.sub("", self.name)
        if kind in _CONTROL:
            return OpRole.CONTROL
        if kind.endswith("-done"):
            return OpRole.DONE
        if kind.endswith("-start") or kind in _STARTS:
            return OpRole.START
        return OpRole.COMMUNICATION if kind in _COMMUNICATION else OpRole.COMPUTE


@dataclass(frozen=True, slots=True)
class InstructionLine:
    """What the one-line text of an HLO instruction says of itself."""

    name: str
    opcode: str
    operands: tuple[str, ...]


_HEAD: Final = re.compile(r"(?:ROOT )?%?(\S+) = ")
_OPCODE: Final = re.compile(r"\s*([\w-]+)\(")
_OPERAND: Final = re.compile(r"%([^\s,()]+)")


def read_instruction(line: str) -> InstructionLine | None:
    """Take an instruction's text apart; None when it isn't one.

    ``%copy-done = f32[8]{0} copy-done((f32[8]{0}, u32[]) %copy-start)`` gives ``copy-done``,
    ``copy-done`` and ``("copy-start",)``.
    """
    head = _HEAD.match(line)
    if head is None:
        return None
    at = head.end()
    shape_end = _closing(line, at) if line.startswith("(", at) else line.find(" ", at)
    opcode = _OPCODE.match(line, shape_end) if shape_end > at else None
    if opcode is None:
        return None
    arguments = line[opcode.end() : _closing(line, opcode.end() - 1)]
    return InstructionLine(head[1], opcode[1], tuple(_OPERAND.findall(arguments)))


def _closing(line: str, at: int) -> int:
    """The place after the parenthesis that closes the one at ``at``; the end if none does."""
    depth = 0
    for match in re.finditer(r"[()]", line[at:]):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return at + match.end()
    return len(line)
