"""A run as rows of bars: what works, what is in flight meanwhile, and what each op takes of it.

Made from a profile (a median run, in picoseconds) or from a schedule and the backend's forecast
(in cycles, without running); see ``profile.median_run`` and ``schedule``. Where neither tells a
time, an op has a place and no length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from xlagym.evidence.reports.spread import Spread

type Unit = Literal["ps", "cycle", "step"]
"""Measured time, forecast time, or only an order: each op that runs is one step long."""


class BarKind(StrEnum):
    """What a bar says."""

    WORK = "work"
    """The device works on an op."""
    WAIT = "wait"
    """It waits for what is in flight."""
    SPAN = "span"
    """A loop or a call, over the bars of the ops inside it."""
    FLIGHT = "flight"
    """Something is on its way in the background, from its start to its done."""
    MARK = "mark"
    """An op that has a place in the order, and no length that anybody tells."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, in the timeline's unit from the start of the run."""

    op: int
    """Index into the timeline's ops."""
    start: int
    end: int
    kind: BarKind

    @property
    def length(self) -> int:
        """How long it is."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class BarRow:
    """Bars that are drawn on one line: none covers another."""

    chip: str
    """``TPU:0``, ``CPU``; empty for a schedule."""
    label: str
    """``ops``, ``loops``, ``in flight``; ``thread 2`` where ops run on several."""
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """What is in flight between a start and its done, in the run that is shown."""

    start: str
    """Name of the op that sets it going; ``OpTime.name`` is the one that waits for it."""
    in_flight: int
    hidden: int | None
    """Of that, under work. None where it can't be told: a schedule knows no arrival."""
    exposed: int | None
    own_wait: int | None
    """Length of the done's own bars; None where no waiting is recorded."""
    over: tuple[int, ...]
    """Ops that work meanwhile: indexes, in order."""


@dataclass(frozen=True, slots=True)
class OpTime:
    """One op, and what it takes of the run that is shown; a start and its done are one."""

    name: str
    opcode: str
    times: int
    """How often it runs."""
    total: int | None
    """With what is inside it; None where nobody tells."""
    own: int | None
    """Without what is inside it: what to add up."""
    runs: Spread | None = None
    """``own`` over all runs; None where there was none."""
    longest: int | None = None
    """Its longest single bar."""
    flight: Flight | None = None


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs behind a measured timeline."""

    count: int
    shown: int
    """Which of them is shown, from 0: the one in the middle by its length."""
    length: Spread
    busy: int
    """Of the shown run, time with any op."""
    waiting: int | None
    """Of the shown run, the union of waiting; None where none is recorded."""
    exposed: int | None
    """Of the shown run, time with something in flight and no work."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """A run, ready to be drawn or asked about."""

    unit: Unit
    end: int
    """Length of the run; of the longest, where there are several chips."""
    ops: tuple[OpTime, ...]
    """In the order in which they first run."""
    rows: tuple[BarRow, ...]
    runs: Runs | None = None
    left_out: int = 0
    """Instructions that take no time on any chip: parameters, tuples, bitcasts."""
    loops: int = 0
    """Loops whose body stands there once, however often it runs: a schedule tells no trips."""

    @property
    def flights(self) -> tuple[int, ...]:
        """Indexes of the ops that something is in flight for."""
        return tuple(at for at, op in enumerate(self.ops) if op.flight is not None)

    @property
    def costliest(self) -> int | None:
        """Index of the op with most time of its own; None where no op has any, or two have most."""
        ranked = sorted(
            (at for at, op in enumerate(self.ops) if op.own),
            key=lambda at: -(self.ops[at].own or 0),
        )
        if not ranked or (len(ranked) > 1 and self.ops[ranked[0]].own == self.ops[ranked[1]].own):
            return None
        return ranked[0]

    def index(self, name: str) -> int:
        """Index of an op by name, of a start by that too. Raises KeyError."""
        for at, op in enumerate(self.ops):
            if op.name == name or (op.flight is not None and op.flight.start == name):
                return at
        raise KeyError(name)


def stacked(bars: Iterable[Bar], end: int) -> list[tuple[Bar, ...]]:
    """Bars on as few lines as let none cover another; one of no length has a line to its end.

    The line of a bar without length holds nothing after it, so that a name fits beside it.
    """
    lines: list[list[Bar]] = []
    free: list[int] = []
    for bar in sorted(bars, key=lambda each: (each.start, each.end)):
        until = bar.end if bar.length else end
        at = next((at for at, moment in enumerate(free) if moment <= bar.start), None)
        if at is None:
            lines.append([])
            free.append(0)
            at = len(lines) - 1
        lines[at].append(bar)
        free[at] = max(until, bar.start + 1)
    return [tuple(line) for line in lines]


def meanwhile(bars: Sequence[Bar], start: int, end: int) -> tuple[int, ...]:
    """The ops that work in ``[start, end)``: indexes, each once, in order."""
    found = (
        bar.op
        for bar in bars
        if bar.kind is BarKind.WORK and start < end and max(bar.start, start) < min(bar.end, end)
    )
    return tuple(dict.fromkeys(found))


def in_order(
    ops: Sequence[OpTime], rows: Sequence[BarRow]
) -> tuple[tuple[OpTime, ...], tuple[BarRow, ...]]:
    """Ops in the order in which their first bars begin, and the rows with the indexes anew."""
    first: dict[int, int] = {}
    for bar in sorted((bar for row in rows for bar in row.bars), key=lambda each: each.start):
        first.setdefault(bar.op, len(first))
    order = sorted(range(len(ops)), key=lambda at: first.get(at, len(ops)))
    number = {at: place for place, at in enumerate(order)}
    moved = (_renumbered(ops[at], number) for at in order)
    return tuple(moved), tuple(
        replace(row, bars=tuple(replace(bar, op=number[bar.op]) for bar in row.bars))
        for row in rows
    )


def _renumbered(op: OpTime, number: Mapping[int, int]) -> OpTime:
    if op.flight is None:
        return op
    over = tuple(number[at] for at in op.flight.over)
    return replace(op, flight=replace(op.flight, over=over))
