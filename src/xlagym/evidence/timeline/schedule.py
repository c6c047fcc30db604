"""A schedule as a timeline: the order that a compiler gave a module, with the backend's forecast.

A scheduled module's instructions stand in the order in which they are issued. The forecast says of
some of them how many cycles they take; an op without one is a mark. What is in flight stretches
from its start's place to its done's: when it arrives, no schedule knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from xlagym.evidence.hlo.opcodes import NO_TIME
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.reports.forecast import Forecast
from xlagym.evidence.timeline.timeline import (
    Bar,
    Flight,
    Kind,
    OpTime,
    Row,
    Timeline,
    in_order,
    meanwhile,
    stacked,
)

_INSIDE: Final = {"while": "body", "call": "to_apply"}
"""Opcodes whose computation is walked through, and the attribute that names it."""
_LONGEST_CHAIN: Final = 16


def is_scheduled(module: Module) -> bool:
    """Whether the order of the text is the order of a schedule."""
    return "is_scheduled=true" in module.header


def schedule(module: Module, forecast: Forecast | None) -> Timeline:
    """The entry's schedule, loops' bodies within it, each op once.

    In cycles where there is a forecast, else in steps: every op that runs is one step long.
    """
    walk = _Walk(module, dict(forecast.ops) if forecast is not None else None)
    walk.through(module.entry)
    return walk.timeline()


@dataclass(slots=True)
class _Walk:
    """A walk along a schedule: where it is, and what it has met."""

    module: Module
    cycles: dict[str, int] | None
    now: int = 0
    ops: list[OpTime] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    left_out: int = 0
    loops: int = 0
    known: set[str] = field(default_factory=set)
    """Computations being walked through: one that calls itself ends there."""

    def through(self, computation: Computation) -> None:
        """Walk along one computation."""
        started: dict[str, tuple[int, Instruction]] = {}
        place = {each.name: each for each in computation.instructions}
        self.known.add(computation.name)
        for each in computation.instructions:
            if each.opcode in NO_TIME:
                self.left_out += 1
            elif _starts(each):
                started[each.name] = (self.now, each)
            elif each.opcode.endswith("-done"):
                start = _start_of(each, place)
                self._arrive(each, started.pop(start, None) if start else None)
            elif each.opcode in _INSIDE:
                self._span(each)
            else:
                self._run(each)
        for moment, each in started.values():  # its done is in the loop's next turn, or nowhere
            self._mark(each, moment)
        self.known.discard(computation.name)

    def _run(self, each: Instruction) -> None:
        cycles = 1 if self.cycles is None else self.cycles.get(each.name)
        at = self._op(each, cycles)
        if not cycles:
            self.bars.append(Bar(at, self.now, self.now, Kind.MARK))
            return
        self.bars.append(Bar(at, self.now, self.now + cycles, Kind.WORK))
        self.now += cycles

    def _mark(self, each: Instruction, moment: int) -> None:
        self.bars.append(Bar(self._op(each, None), moment, moment, Kind.MARK))

    def _span(self, each: Instruction) -> None:
        """A loop or a call: what is inside it stands there once."""
        name = each.attributes.get(_INSIDE[each.opcode], "").lstrip("%")
        inside = self.module.computations.get(name)
        if inside is None or name in self.known:
            self._mark(each, self.now)
            return
        self.loops += each.opcode == "while"
        at, start = self._op(each, None), self.now
        self.through(inside)
        self.bars.append(Bar(at, start, self.now, Kind.SPAN))
        self.ops[at] = OpTime(each.name, each.opcode, 1, self.now - start, 0)

    def _arrive(self, each: Instruction, started: tuple[int, Instruction] | None) -> None:
        """A done: what it waits for was in flight since its start."""
        if started is None:
            self._mark(each, self.now)
            return
        moment, start = started
        at = self._op(each, None)
        over = meanwhile(self.bars, moment, self.now)
        flight = Flight(start.name, self.now - moment, None, None, None, over)
        self.ops[at] = OpTime(each.name, each.opcode, 1, None, None, flight=flight)
        self.bars.append(Bar(at, moment, self.now, Kind.FLIGHT))

    def _op(self, each: Instruction, cycles: int | None) -> int:
        self.ops.append(OpTime(each.name, each.opcode, 1, cycles, cycles, longest=cycles))
        return len(self.ops) - 1

    def timeline(self) -> Timeline:
        """What was met, as a timeline."""
        bars = self.bars
        main = tuple(bar for bar in bars if bar.kind in (Kind.WORK, Kind.MARK))
        spans = stacked((bar for bar in bars if bar.kind is Kind.SPAN), self.now)
        flights = stacked((bar for bar in bars if bar.kind is Kind.FLIGHT), self.now)
        rows = [
            *(Row("", "loops", line) for line in spans),
            Row("", "ops", main),
            *(Row("", "in flight", line) for line in flights),
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


def _starts(each: Instruction) -> bool:
    return each.opcode.endswith("-start") or each.opcode in ("send", "recv")


def _start_of(done: Instruction, place: Mapping[str, Instruction]) -> str | None:
    """Name of the start whose value a done waits for, through the updates between them."""
    each = done
    for _ in range(_LONGEST_CHAIN):
        if not each.operands or each.operands[0] not in place:
            return None
        each = place[each.operands[0]]
        if _starts(each):
            return each.name
        if each.opcode not in ("async-update", "get-tuple-element"):
            return None
    return None
