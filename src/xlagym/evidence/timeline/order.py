"""A computation in its order, and what each instruction is to a transfer that is on its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate

from xlagym.evidence.hlo.fusions import executed_computations
from xlagym.evidence.hlo.opcodes import COLLECTIVES, IDLE, WhyIdle, takes_no_time
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.hlo.shapes import ShapeError, arrays


class TransferRole(StrEnum):
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


@dataclass(slots=True, eq=False)
class Order:
    """A computation's instructions in the order of the text: that of the schedule, if it has one.

    What each of them is gets asked once, so that as many transfers as there are instructions can
    ask what is between them.
    """

    computation: Computation
    roles: Sequence[TransferRole]
    """Of each instruction."""
    at: Mapping[str, int]
    """The place of each instruction, from 0, by name."""
    _before: dict[frozenset[TransferRole], list[int]] = field(default_factory=dict)

    @property
    def instructions(self) -> Sequence[Instruction]:
        """What stands in it."""
        return self.computation.instructions

    def before(self, counts: frozenset[TransferRole]) -> Sequence[int]:
        """How many instructions of these roles stand before each place, and before the end."""
        if counts not in self._before:
            met = accumulate((its in counts for its in self.roles), initial=0)
            self._before[counts] = list(met)
        return self._before[counts]

    @property
    def comes_to(self) -> TransferRole:
        """What running it is to a transfer outside: work before all else, then waiting."""
        held = set(self.roles)
        if TransferRole.WORK in held:
            return TransferRole.WORK
        if held & {TransferRole.WAIT, TransferRole.TRANSFER}:
            return TransferRole.WAIT
        return TransferRole.SINGLE if TransferRole.SINGLE in held else TransferRole.NAME


def orders(module: Module) -> Mapping[str, Order]:
    """What the main core runs, by the names of the computations, the entry first."""
    walked = {each.name: each for each in executed_computations(module) if each.thread is None}
    found: dict[str, Order] = {}
    for each in (*module.computations.values(), module.entry):  # Callees before their callers.
        if each.name in walked and each.name not in found:
            found[each.name] = _order(each, found)
    return {name: found[name] for name in walked}


def _order(computation: Computation, known: Mapping[str, Order]) -> Order:
    roles = [
        _of_what_it_runs(each, known)
        if IDLE.get(each.opcode) is WhyIdle.RUNS_OTHERS
        else role(each, computation)
        for each in computation.instructions
    ]
    at = {each.name: at for at, each in enumerate(computation.instructions)}
    return Order(computation, roles, at)


def _of_what_it_runs(each: Instruction, known: Mapping[str, Order]) -> TransferRole:
    """Of a loop, a call or a conditional: what the computations come to that it runs."""
    held = {known[name].comes_to for name in each.calls if name in known}
    return next(
        (its for its in (TransferRole.WORK, TransferRole.WAIT, TransferRole.SINGLE) if its in held),
        TransferRole.NAME,
    )


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a computation, from one place to another."""

    order: Order
    first: int
    """The place of its first instruction."""
    end: int
    """The place after its last."""

    @property
    def instructions(self) -> Sequence[Instruction]:
        """What stands there, in order."""
        return self.order.instructions[self.first : self.end]

    @property
    def roles(self) -> Sequence[TransferRole]:
        """What each of them is."""
        return self.order.roles[self.first : self.end]

    def holds(self, counts: frozenset[TransferRole]) -> bool:
        """Whether one of them has one of these roles."""
        before = self.order.before(counts)
        return self.end > self.first and before[self.end] > before[self.first]


def starts(each: Instruction) -> bool:
    """Whether an instruction sets something going in the background."""
    return each.opcode.endswith("-start") or each.opcode in ("send", "recv")


def role(each: Instruction, computation: Computation) -> TransferRole:
    """What an instruction of a computation is; of a loop, its body has to be looked at instead."""
    if takes_no_time(each):
        return TransferRole.NAME
    if each.opcode in COLLECTIVES:
        return TransferRole.WAIT
    if starts(each) or each.opcode.endswith(("-update", "-done")):
        return TransferRole.TRANSFER
    taken = (computation.get(name) for name in each.operands)
    return (
        TransferRole.SINGLE
        if all(_single(one) for one in (each, *taken) if one)
        else TransferRole.WORK
    )


def _single(each: Instruction) -> bool:
    try:
        return all(array.elements <= 1 for array in arrays(each.shape))
    except ShapeError:  # of a size that nobody knows
        return False
