"""Transfers in a schedule: from the start that sets data going to the done that waits for them.

A schedule is an order. It tells what a core does while something is on its way, and nothing of when
it arrives. Only what the main core runs is walked through: what another core does between a start
and its done (the SparseCore's own copies and collectives) is that one transfer.

A loop may hand a transfer on: started before the loop or at the end of one turn, it is waited for
in the next. Who counts transfers counts starts, so each is there once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from xlagym.evidence.hlo.opcodes import COLLECTIVES
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.hlo.shapes import bytes_of
from xlagym.evidence.timeline.order import Order, Stretch, TransferRole, orders, starts

WORKING: Final = frozenset({TransferRole.WORK})
"""What hides a transfer beyond doubt: ops that work on other values meanwhile."""
BUSY: Final = frozenset({TransferRole.WORK, TransferRole.WAIT})
"""What takes time: work, and collectives as one op, which the core stands still for."""
_WRAPPING: Final = ("async", "call", "custom-call", "fusion")
"""Opcodes that say nothing of what is wrapped in them."""
_LONGEST_CHAIN: Final = 16


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer: data that set off while the core goes on, or a collective that it stands by."""

    order: Order
    """In which it starts."""
    start: Instruction
    """The op itself where it is synchronous."""
    leaves: Instruction
    """From which on its data travel: the start, or the update that hands them to it."""
    done: Instruction | None
    """None where it is synchronous, and where nothing in sight waits for it."""
    stretches: tuple[Stretch, ...]
    """What stands after ``leaves`` and before ``done``: two stretches where a loop hands it on."""

    @property
    def computation(self) -> Computation:
        """In which it starts."""
        return self.order.computation

    @property
    def synchronous(self) -> bool:
        """Whether it is one op, with no start and no done."""
        return not starts(self.start)

    @property
    def in_sight(self) -> bool:
        """Whether it shows where the core waits for it."""
        return self.synchronous or self.done is not None

    @property
    def handed_on(self) -> bool:
        """Whether a loop hands it on: its done is in the next turn, or in the first one."""
        return len(self.stretches) > 1

    @property
    def waits(self) -> Instruction:
        """Where the core waits for it: its done, or the op; its start where no done is in sight."""
        return self.done or self.start

    @property
    def between(self) -> tuple[Instruction, ...]:
        """What stands after ``leaves`` and before ``done``."""
        return tuple(each for stretch in self.stretches for each in stretch.instructions)

    @property
    def roles(self) -> Mapping[Instruction, TransferRole]:
        """What each of those between is, in their order."""
        return {
            each: its
            for stretch in self.stretches
            for each, its in zip(stretch.instructions, stretch.roles, strict=True)
        }

    def behind(self, counts: frozenset[TransferRole]) -> tuple[Instruction, ...]:
        """Those between that it can hide behind: which roles count as work beside it is asked."""
        return tuple(each for each, its in self.roles.items() if its in counts)

    def hides(self, counts: frozenset[TransferRole]) -> bool:
        """Whether there is any of them."""
        return any(stretch.holds(counts) for stretch in self.stretches)

    def exposed(self, counts: frozenset[TransferRole]) -> bool:
        """Whether there is none of them, as far as the text shows where the core waits."""
        return self.in_sight and not self.hides(counts)

    @property
    def kind(self) -> str:
        """What it does: ``copy``, ``all-gather``; of what wraps something, its name's stem."""
        opcode = self.start.opcode.removesuffix("-start")
        if opcode not in _WRAPPING:
            return opcode
        return self.start.stem.removesuffix("start").rstrip("-_").removesuffix("_async") or opcode

    @property
    def bytes(self) -> int | None:
        """Of what arrives, unpadded; None where that has no size."""
        return bytes_of(self.waits.shape)


def background(module: Module) -> list[Transfer]:
    """The transfers that travel in the background: all but collectives as one op."""
    return [each for each in transfers(module) if not each.synchronous]


def transfers(module: Module) -> list[Transfer]:
    """All transfers and synchronous collectives of what the main core runs.

    Computation by computation, the entry first, those of each in the order in which they start.
    """
    walked = orders(module)
    handed_on = dict(_handed_on(walked))
    return [each for order in walked.values() for each in _transfers(order, handed_on)]


type _Journey = tuple[Instruction, Instruction | None, tuple[Stretch, ...]]
"""From which on the data travel, where they are waited for, and what stands between."""


def _transfers(order: Order, handed_on: Mapping[Instruction, _Journey]) -> Iterator[Transfer]:
    journeys = {**handed_on, **dict(_within(order))}
    for each in order.instructions:
        if each.opcode in COLLECTIVES or starts(each):
            yield Transfer(order, each, *journeys.get(each, (each, None, ())))


def _within(order: Order) -> Iterator[tuple[Instruction, _Journey]]:
    """Starts whose done stands further down in the same computation."""
    for each in order.instructions:
        chain = _chain(each, order) if each.opcode.endswith("-done") else []
        if chain and starts(chain[0]):
            leaves = _leaves(chain, order)
            between = Stretch(order, order.at[leaves.name] + 1, order.at[each.name])
            yield chain[0], (leaves, each, (between,))


def _handed_on(walked: Mapping[str, Order]) -> Iterator[tuple[Instruction, _Journey]]:
    """Starts whose done stands in a loop's body, in the next turn or in the first.

    A loop hands on a tuple: what a turn returns at a place, the next one takes there, and the first
    one takes what the loop was given there.
    """
    for outer in walked.values():
        for loop in outer.instructions:
            name = loop.attributes.get("body", "").lstrip("%") if loop.opcode == "while" else ""
            if name in walked:
                yield from _by_loop(loop, outer, walked[name])


def _by_loop(
    loop: Instruction, outer: Order, body: Order
) -> Iterator[tuple[Instruction, _Journey]]:
    first = _taken(loop, outer), outer, outer.at[loop.name]
    later = body.computation.root, body, len(body.instructions)
    for (done, place), (value, order, end) in product(_awaited(body), (first, later)):
        if chain := _element(value, place, order):
            leaves = _leaves(chain, order)
            left = Stretch(order, order.at[leaves.name] + 1, end)
            yield chain[0], (leaves, done, (left, Stretch(body, 0, body.at[done.name])))


def _awaited(body: Order) -> Iterator[tuple[Instruction, int]]:
    """The dones of a loop's body that wait for what the loop hands on, and at which place of it."""
    for each in body.instructions:
        chain = _chain(each, body) if each.opcode.endswith("-done") else []
        if not chain or chain[0].opcode != "get-tuple-element":
            continue
        taken = _taken(chain[0], body)
        place = chain[0].attributes.get("index", "")
        if taken is not None and taken.opcode == "parameter" and place.isdecimal():
            yield each, int(place)


def _element(value: Instruction | None, place: int, order: Order) -> list[Instruction]:
    """The chain from a start to what a tuple holds at a place; empty where it holds no such."""
    if value is None or value.opcode != "tuple" or place >= len(value.operands):
        return []
    held = order.computation.get(value.operands[place])
    if held is None:
        return []
    chain = [held] if starts(held) else [*_chain(held, order), held]
    return chain if starts(chain[0]) else []


def _chain(each: Instruction, order: Order) -> list[Instruction]:
    """From a start to what a done or an update takes, through the updates between them.

    It begins with an element of a tuple where the start is elsewhere; empty where there is neither.
    """
    chain: list[Instruction] = []
    for _ in range(_LONGEST_CHAIN):
        taken = _taken(each, order)
        if taken is None:
            return []
        each = taken
        chain.insert(0, each)
        if starts(each) or each.opcode == "get-tuple-element":
            return chain
        if not each.opcode.endswith("-update"):
            return []
    return []


def _taken(each: Instruction, order: Order) -> Instruction | None:
    """Its first operand; None without one, and in a text that is cut before it."""
    return order.computation.get(each.operands[0]) if each.operands else None


def _leaves(chain: list[Instruction], order: Order) -> Instruction:
    """Where the data set off: the first of a chain that takes some, else its start."""
    return next((each for each in chain if _hands_over(each, order)), chain[0])


def _hands_over(each: Instruction, order: Order) -> bool:
    """Whether it takes data, beside what it continues."""
    data = each.operands[each.opcode.endswith("-update") :]
    return any(name in order.at for name in data)
