"""Transfers in a schedule: what stands between the moment that data set off and the wait for them.

A schedule is an order. It tells what a core does while something is on its way, and nothing of when
it arrives. Only computations that the main core runs are walked through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from xlagym.evidence.hlo.fusions import executed_computations
from xlagym.evidence.hlo.opcodes import NO_TIME
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.hlo.shapes import ShapeError, arrays

SYNCHRONOUS: Final = frozenset(
    {"all-gather", "all-reduce", "all-to-all", "collective-permute", "reduce-scatter"}
)
"""Collectives as one op, with no start and no done."""
ALLOCATE: Final = "AllocateBuffer"
"""The custom call that reserves a place: nothing runs for it."""
_LONGEST_CHAIN: Final = 16


class Role(StrEnum):
    """What an instruction is to a transfer that is on its way meanwhile."""

    WORK = "work"
    NAME = "name"
    """It names values, or reserves a place for them."""
    TRANSFER = "transfer"
    """The start or the done of another transfer, or what hands it its data."""
    SINGLE = "single"
    """It computes a single number from single numbers: an address, a counter."""
    WAIT = "wait"
    """A collective as one op: the core is with it until it is through."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer in the order of a computation."""

    computation: Computation
    start: Instruction
    """The op itself where it is synchronous."""
    leaves: Instruction
    """From which on its data travel: the start, or the update that hands them to it."""
    done: Instruction | None
    """None where it is synchronous."""
    between: tuple[Instruction, ...]
    """After ``leaves`` and before ``done``."""

    @property
    def roles(self) -> Mapping[Instruction, Role]:
        """What each of those between is, in their order."""
        place = {each.name: each for each in self.computation.instructions}
        return {each: role(each, place) for each in self.between}

    @property
    def hides_behind(self) -> tuple[Instruction, ...]:
        """Those between that work."""
        return tuple(each for each, its in self.roles.items() if its is Role.WORK)


def transfers(module: Module) -> Iterator[Transfer]:
    """All transfers whose start and done stand in one computation, and synchronous collectives."""
    for computation in executed_computations(module):
        if computation.thread is not None:
            continue
        instructions = computation.instructions
        place = {each.name: each for each in instructions}
        index = {each.name: at for at, each in enumerate(instructions)}
        for each in instructions:
            if each.opcode in SYNCHRONOUS:
                yield Transfer(computation, each, each, None, ())
            elif each.opcode.endswith("-done") and (chain := _chain(each, place)):
                leaves = next((one for one in chain if _hands_over(one, place)), chain[0])
                between = instructions[index[leaves.name] + 1 : index[each.name]]
                yield Transfer(computation, chain[0], leaves, each, tuple(between))


def role(each: Instruction, place: Mapping[str, Instruction]) -> Role:
    """What an instruction of a computation, whose instructions are in ``place``, is beside one."""
    if each.opcode in NO_TIME or each.custom_call_target == ALLOCATE:
        return Role.NAME
    if each.opcode in SYNCHRONOUS:
        return Role.WAIT
    if each.opcode.rpartition("-")[2] in ("start", "update", "done"):
        return Role.TRANSFER
    taken = [place[name] for name in each.operands if name in place]
    return Role.SINGLE if all(map(_single, [each, *taken])) else Role.WORK


def _single(each: Instruction) -> bool:
    try:
        return all(array.elements <= 1 for array in arrays(each.shape))
    except ShapeError:  # of a size that nobody knows
        return False


def _chain(done: Instruction, place: Mapping[str, Instruction]) -> list[Instruction]:
    """From the start to what the done takes; empty where the start is elsewhere."""
    chain: list[Instruction] = []
    each = done
    for _ in range(_LONGEST_CHAIN):
        if not each.operands or each.operands[0] not in place:
            return []
        each = place[each.operands[0]]
        chain.insert(0, each)
        if each.opcode.endswith("-start"):
            return chain
        if not each.opcode.endswith("-update"):
            return []
    return []


def _hands_over(each: Instruction, place: Mapping[str, Instruction]) -> bool:
    """Whether it takes data, beside what it continues."""
    data = each.operands[each.opcode.endswith("-update") :]
    return any(name in place for name in data)
