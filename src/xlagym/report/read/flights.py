"""What runs in the background by the schedule, and what has no compute to hide it.

A scheduled module's instructions stand in the order in which they are issued, so what stands
between a start and its done can run while the copy or the collective is in flight. That is an
order, not a time: how long anything takes only a profile says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xlagym.evidence.hlo.fusions import executed_computations
from xlagym.evidence.hlo.opcodes import BOOKKEEPING, COLLECTIVES
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.hlo.shapes import Array, Shape, ShapeError, arrays

_NO_COMPUTE = BOOKKEEPING | {
    "after-all",
    "add-dependency",
    "async-update",
    "broadcast",
    "iota",
    "partition-id",
    "replica-id",
}
_TARGETS = frozenset({"AllocateBuffer", "NopReturnToken"})
"""Custom calls that compute nothing."""
_LONGEST_CHAIN = 16


@dataclass(frozen=True, slots=True)
class Flight:
    """A copy or a collective, from its start to its done."""

    name: str
    """Of the done; of a collective that is not async, its own."""
    what: str
    """``copy``, ``all-gather``, ``slice``…"""
    start: Instruction | None
    """None where it was started elsewhere: in the loop's turn before, or outside the loop."""
    done: Instruction
    bytes: int | None
    """Of its result; None where that has no size."""
    between: int | None
    """Instructions that compute, between start and done; None without a start."""

    @property
    def exposed(self) -> bool:
        """Whether nothing between them can hide it."""
        return self.between == 0

    @property
    def is_async(self) -> bool:
        """Whether it has a start of its own; a collective without one holds up all that follows."""
        return self.start is not self.done


def flights(module: Module) -> list[Flight]:
    """All that is in flight in what runs, in the order of the schedule."""
    return [each for found in executed_computations(module) for each in _flights(found)]


def _flights(computation: Computation) -> Iterator[Flight]:
    place = {each.name: at for at, each in enumerate(computation.instructions)}
    computing = [0]
    for each in computation.instructions:
        computing.append(computing[-1] + _computes(each))
    for at, each in enumerate(computation.instructions):
        if each.opcode in COLLECTIVES:
            yield Flight(each.name, each.opcode, each, each, size_of(each.shape), 0)
        if not each.opcode.endswith("-done"):
            continue
        start = _start_of(each, computation, place)
        between = None if start is None else computing[at] - computing[place[start.name] + 1]
        what = each.opcode.removesuffix("-done")
        if what == "async":
            what = _wrapped(start) or what
        yield Flight(each.name, what, start, each, size_of(each.shape), between)


def _computes(each: Instruction) -> bool:
    if each.opcode in _NO_COMPUTE or each.opcode.endswith(("-start", "-done")):
        return False
    return each.opcode != "custom-call" or each.custom_call_target not in _TARGETS


def _start_of(
    done: Instruction, computation: Computation, place: Mapping[str, int]
) -> Instruction | None:
    """The start whose value a done waits for, through the updates between them."""
    each = done
    for _ in range(_LONGEST_CHAIN):
        if not each.operands or each.operands[0] not in place:
            return None
        each = computation.instructions[place[each.operands[0]]]
        if each.opcode.endswith("-start"):
            return each
        if each.opcode != "async-update":
            return None
    return None


def _wrapped(start: Instruction | None) -> str:
    """The opcode in the name of what an ``async-start`` wraps: ``slice`` for ``%slice-start.2``."""
    name = start.name if start is not None else ""
    return name.partition("-start")[0] if "-start" in name else ""


def size_of(shape: Shape) -> int | None:
    """Bytes of all arrays in a shape, unpadded; None where one has no size."""
    try:
        return sum(_bytes(each) for each in arrays(shape))
    except ShapeError:
        return None


def _bytes(array: Array) -> int:
    return array.bytes
