"""What one chip's compiler decided, as GYM·16 shows it: what runs, in order, and what is counted.

Nothing in it names a chip. Instructions' names, metadata and configuration are left out whole.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.captures.decisions import Decision, decided
from xlagym.evidence.hlo.fusions import MOSAIC_TARGET, executed_computations, inside, is_fusion
from xlagym.evidence.hlo.opcodes import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction, Module


@dataclass(frozen=True, slots=True)
class RunningRow:
    """One instruction that runs."""

    does: str
    """``fusion kLoop``, ``copy-start``, ``kernel online-softmax``."""
    makes: str
    """Its result's shape, verbatim."""
    holds: tuple[tuple[str, int], ...]
    """Of a fusion, the opcodes in it however deep, and how often."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """What the cost and memory analyses say."""

    bytes_accessed: float | None
    flops: float | None
    temp_bytes: int
    code_bytes: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A program on one chip."""

    id: str
    target: str
    rows: tuple[RunningRow, ...]
    decided: Mapping[str, Decision]
    accounts: Accounts

    @property
    def fusions(self) -> int:
        """All of them, launched and nested."""
        return len(self.decided["launched"].points) + len(self.decided["nested"].points)

    @property
    def big_in_memory(self) -> bool | None:
        """Whether the big intermediate lies in HBM; None where nothing that runs makes it."""
        texts = self.decided["big"].compared
        if not any(" in " in text for text in texts):
            return None
        return any(text.endswith(" in HBM") for text in texts)


def see(capture: Capture) -> Seen:
    """Read what the station shows of a capture."""
    stats = capture.memory_stats
    return Seen(
        capture.id,
        capture.target,
        tuple(_rows(capture.hlo)),
        decided(capture),
        Accounts(
            capture.cost.bytes_accessed,
            capture.cost.flops,
            stats.temp_bytes,
            stats.generated_code_bytes,
        ),
    )


def _rows(module: Module) -> Iterator[RunningRow]:
    for computation in executed_computations(module):
        for each in computation.instructions:
            if each.opcode not in NAMES:
                yield RunningRow(_does(each), each.shape_text, _holds(module, each))


def _does(each: Instruction) -> str:
    if is_fusion(each):
        return f"{each.opcode} {each.fusion_kind or ''}".strip()
    if each.custom_call_target == MOSAIC_TARGET:
        return f"kernel {each.stem}"
    if each.custom_call_target:
        return f"{each.opcode} {each.custom_call_target}"
    return each.opcode


def _holds(module: Module, fusion: Instruction) -> tuple[tuple[str, int], ...]:
    if not is_fusion(fusion):
        return ()
    counts = Counter(
        each.opcode
        for each in inside(module, fusion)
        if not is_fusion(each) and each.opcode not in NAMES
    )
    return tuple(sorted(counts.items()))
