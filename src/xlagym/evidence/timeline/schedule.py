"""A schedule as a timeline: the order that a compiler gave a module, with the backend's forecast.

A scheduled module's instructions stand in the order in which they are issued. The forecast says of
some of them how many cycles they take; an op without one is a mark. What is in flight stretches
from its start's place to its done's: when it arrives, no schedule knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xlagym.evidence.hlo.opcodes import NO_TIME
from xlagym.evidence.hlo.reader import Instruction, Module
from xlagym.evidence.reports.forecast import Forecast
from xlagym.evidence.timeline.order import Order, TransferRole, orders
from xlagym.evidence.timeline.timeline import (
    Bar,
    BarKind,
    BarRow,
    Flight,
    OpTime,
    Timeline,
    in_order,
    stacked,
)
from xlagym.evidence.timeline.transfers import BUSY, Transfer, background

_INSIDE: Final = {"while": "body", "call": "to_apply"}
"""Opcodes whose computation is walked through, and the attribute that names it."""


def is_scheduled(module: Module) -> bool:
    """Whether the order of the text is the order of a schedule."""
    return "is_scheduled=true" in module.header


def schedule(module: Module, forecast: Forecast | None) -> Timeline:
    """The entry's schedule, loops' bodies within it, each op once.

    In cycles where there is a forecast, else in steps: every op that runs is one step long.
    """
    cycles = None if forecast is None else dict(forecast.ops)
    walk = _Walk(cycles, orders(module), _Travels(background(module)))
    walk.through(walk.orders[module.entry.name])
    return walk.timeline()


class _Travels:
    """Background transfers by where each starts, sets off and arrives."""

    def __init__(self, found: Sequence[Transfer]) -> None:
        self.starts = {each.start: each for each in found}
        self.leaves = {each.leaves: each for each in found if each.leaves is not each.start}
        self.arrives: dict[Instruction, list[Transfer]] = {}
        for each in found:
            if each.done is not None:
                self.arrives.setdefault(each.done, []).append(each)


@dataclass(slots=True)
class _Walk:
    """A walk along a schedule: where it is, and what it has met."""

    cycles: dict[str, int] | None
    orders: Mapping[str, Order]
    travels: _Travels
    now: int = 0
    ops: list[OpTime] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    busy: list[int] = field(default_factory=list)
    """Ops that take time, in the order in which they were met."""
    under_way: dict[Instruction, tuple[int, int]] = field(default_factory=dict)
    """Of each start whose done is still to come: when its data set off, and after how many ops."""
    left_out: int = 0
    loops: int = 0
    known: set[str] = field(default_factory=set)
    """Computations being walked through: one that calls itself ends there."""

    def through(self, order: Order) -> None:
        """Walk along one computation."""
        self.known.add(order.computation.name)
        for each, role in zip(order.instructions, order.roles, strict=True):
            if each.opcode in NO_TIME:
                self.left_out += 1
            elif role is TransferRole.TRANSFER:
                self._pass(each)
            elif each.opcode in _INSIDE:
                self._span(each)
            else:
                self._run(each, takes_time=role in BUSY)
        self._turn(order)
        self.known.discard(order.computation.name)

    def _pass(self, each: Instruction) -> None:
        """A start, an update or a done."""
        if each in self.travels.starts:
            self.under_way[each] = self.now, len(self.busy)
        elif each in self.travels.leaves:
            self.under_way[self.travels.leaves[each].start] = self.now, len(self.busy)
        elif each.opcode.endswith("-done"):
            awaited = self.travels.arrives.get(each, ())
            arriving = [one for one in awaited if one.start in self.under_way]
            for one in arriving:
                self._arrive(one, each)
            if not arriving:
                self._mark(each, self.now)

    def _turn(self, order: Order) -> None:
        """The end of a computation: what the next turn waits for, or nobody in sight."""
        for start, (moment, _) in list(self.under_way.items()):
            one = self.travels.starts[start]
            if one.computation is not order.computation:
                continue
            if one.done is not None:
                self._arrive(one, start)
            else:
                del self.under_way[start]
                self._mark(start, moment)

    def _run(self, each: Instruction, *, takes_time: bool) -> None:
        """An op: as long as its forecast; without forecasts a step, if it takes time at all."""
        cycles = int(takes_time) if self.cycles is None else self.cycles.get(each.name)
        at = self._op(each, cycles)
        if takes_time:
            self.busy.append(at)
        if not cycles:
            self.bars.append(Bar(at, self.now, self.now, BarKind.MARK))
            return
        self.bars.append(Bar(at, self.now, self.now + cycles, BarKind.WORK))
        self.now += cycles

    def _mark(self, each: Instruction, moment: int) -> None:
        self.bars.append(Bar(self._op(each, None), moment, moment, BarKind.MARK))

    def _span(self, each: Instruction) -> None:
        """A loop or a call: what is inside it stands there once."""
        name = each.attributes.get(_INSIDE[each.opcode], "").lstrip("%")
        inside = self.orders.get(name)
        if inside is None or name in self.known:
            self._mark(each, self.now)
            return
        self.loops += each.opcode == "while"
        at, start = self._op(each, None), self.now
        self.through(inside)
        self.bars.append(Bar(at, start, self.now, BarKind.SPAN))
        self.ops[at] = OpTime(each.name, each.opcode, 1, self.now - start, 0)

    def _arrive(self, transfer: Transfer, each: Instruction) -> None:
        """A transfer was in flight until here: at its done, or at the end of its loop's turn."""
        moment, met = self.under_way.pop(transfer.start)
        at = self._op(each, None)
        over = tuple(dict.fromkeys(self.busy[met:]))
        flight = Flight(transfer.start.name, self.now - moment, None, None, None, over)
        self.ops[at] = OpTime(each.name, each.opcode, 1, None, None, flight=flight)
        self.bars.append(Bar(at, moment, self.now, BarKind.FLIGHT))

    def _op(self, each: Instruction, cycles: int | None) -> int:
        self.ops.append(OpTime(each.name, each.opcode, 1, cycles, cycles, longest=cycles))
        return len(self.ops) - 1

    def timeline(self) -> Timeline:
        """What was met, as a timeline."""
        bars = self.bars
        main = tuple(bar for bar in bars if bar.kind in (BarKind.WORK, BarKind.MARK))
        spans = stacked((bar for bar in bars if bar.kind is BarKind.SPAN), self.now)
        flights = stacked((bar for bar in bars if bar.kind is BarKind.FLIGHT), self.now)
        rows = [
            *(BarRow("", "loops", line) for line in spans),
            BarRow("", "ops", main),
            *(BarRow("", "in flight", line) for line in flights),
        ]
        ops, drawn = in_order(self.ops, rows)
        return Timeline(
            unit="step" if self.cycles is None else "cycle",
            end=self.now,
            ops=ops,
            rows=drawn,
            left_out=self.left_out,
            loops=self.loops,
        )
