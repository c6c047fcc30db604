"""One row of op events as columns, in one clock: what every account of a profile is made from."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.op import Op, Role
from xlagym.evidence.profile.ops.self_time import Nesting, nesting
from xlagym.evidence.profile.runs.intervals import Cover, Picoseconds, union

DeviceKind = Literal["tpu", "gpu", "cpu"]
Clock = Literal["device", "own"]
"""``device``: the chip's own counter; ``own``: the times that the event itself has."""

_LONGEST_PS: Final = 1 << 53
"""Two and a half hours: no bar is longer, and sums of a thousand such stay within 64 bits."""
_FARTHEST_PS: Final = 1 << 60


@dataclass(frozen=True, slots=True, eq=False)
class OpTrack:
    """The op events of one line, sorted by start, the longer first where starts are equal."""

    plane: str
    line: str
    device: DeviceKind
    clock: Clock
    ops: tuple[Op, ...]
    op: NDArray[np.int32]
    """Index into ``ops``, one a bar."""
    start_ps: Picoseconds
    duration_ps: Picoseconds
    own_start_ps: Picoseconds
    """Start by the event's own time, which places it among module events; not for sums."""
    run_id: NDArray[np.int64] | None
    """The run that the event says it belongs to, where it says so."""
    untimed: NDArray[np.int64]
    """Per op, events that have no usable time in this clock; they are not among the bars."""
    nesting: Nesting

    @property
    def end_ps(self) -> Picoseconds:
        """End of every bar."""
        return self.start_ps + self.duration_ps

    def bars_of(self, *roles: Role) -> NDArray[np.bool_]:
        """Which bars are of ops with one of these roles."""
        chosen = np.fromiter((op.role in roles for op in self.ops), np.bool_, len(self.ops))
        return chosen[self.op]

    @property
    def working(self) -> NDArray[np.bool_]:
        """Bars that aren't just the span of others: a loop counts by what is inside it."""
        return ~(self.bars_of(Role.CONTROL) & self.nesting.spans_others)

    @property
    def compute(self) -> Cover:
        """The union of the bars of compute."""
        bars = self.bars_of(Role.COMPUTE, Role.CONTROL) & self.working
        return union(self.start_ps[bars], self.end_ps[bars])

    def between(self, start_ps: int, end_ps: int) -> slice:
        """The bars that start in ``[start_ps, end_ps)``."""
        first, last = np.searchsorted(self.start_ps, (start_ps, end_ps))
        return slice(int(first), int(last))


@dataclass(frozen=True, slots=True, eq=False)
class OpEvents:
    """Op events of a line as they were read, before one clock is chosen."""

    plane: str
    line: str
    device: DeviceKind
    ops: Sequence[Op]
    """May name one op more than once."""
    op: NDArray[np.int64]
    own_start_ps: Picoseconds
    own_duration_ps: Picoseconds
    device_start_ps: Picoseconds | None = None
    device_duration_ps: Picoseconds | None = None
    on_device: NDArray[np.bool_] | None = None
    """Which events have both of the device's times."""
    run_id: NDArray[np.int64] | None = None


def op_track(events: OpEvents) -> OpTrack:
    """Choose the clock, merge what is one op, leave out what has no time, sort.

    The device's clock is taken if any event has it; the others are then untimed, since the two
    clocks must not meet in one sum.
    """
    ops, code = _merged(events)
    clock, start, duration, timed = _times(events)
    untimed = np.bincount(code[~timed], minlength=len(ops)).astype(np.int64)
    rows = _sorted_rows(start, duration, timed)
    start, duration = start[rows], duration[rows]
    return OpTrack(
        plane=events.plane,
        line=events.line,
        device=events.device,
        clock=clock,
        ops=ops,
        op=code[rows].astype(np.int32),
        start_ps=start,
        duration_ps=duration,
        own_start_ps=events.own_start_ps[rows],
        run_id=None if events.run_id is None else events.run_id[rows],
        untimed=untimed,
        nesting=nesting(start, duration),
    )


def _merged(events: OpEvents) -> tuple[tuple[Op, ...], NDArray[np.int64]]:
    """Distinct ops by key, and each event's index among them."""
    numbers: dict[Hashable, int] = {}
    ops: list[Op] = []
    target = np.zeros(len(events.ops), np.int64)
    for at, op in enumerate(events.ops):
        number = numbers.setdefault(op.key, len(ops))
        if number == len(ops):
            ops.append(op)
        target[at] = number
    return tuple(ops), target[events.op]


def _times(
    events: OpEvents,
) -> tuple[Clock, Picoseconds, Picoseconds, NDArray[np.bool_]]:
    """The clock, start and duration in it, and which events have a usable time."""
    clock: Clock = "own"
    start, duration = events.own_start_ps, events.own_duration_ps
    timed = np.ones(start.size, np.bool_)
    if (
        events.device_start_ps is not None
        and events.device_duration_ps is not None
        and events.on_device is not None
        and bool(events.on_device.any())
    ):
        clock = "device"
        start, duration, timed = (
            events.device_start_ps,
            events.device_duration_ps,
            events.on_device,
        )
    usable = (duration >= 0) & (duration < _LONGEST_PS)
    usable &= (start > -_FARTHEST_PS) & (start < _FARTHEST_PS)
    return clock, start, duration, timed & usable


def _sorted_rows(
    start: Picoseconds, duration: Picoseconds, timed: NDArray[np.bool_]
) -> NDArray[np.int64] | slice:
    """Rows of the timed events in order; a slice of all where they are in order already."""
    rows = slice(None) if bool(timed.all()) else np.flatnonzero(timed)
    start, duration = start[rows], duration[rows]
    if _in_order(start, duration):
        return rows
    order = np.argsort(start, kind="stable")
    if not _in_order(start[order], duration[order]):  # Equal starts, the shorter first.
        order = np.lexsort((-duration, start))
    result: NDArray[np.int64] = order if isinstance(rows, slice) else rows[order]
    return result


def _in_order(start: Picoseconds, duration: Picoseconds) -> bool:
    """Whether bars are sorted by start, the longer first where starts are equal."""
    rises = start[1:] > start[:-1]
    ties = (start[1:] == start[:-1]) & (duration[1:] <= duration[:-1])
    return bool((rises | ties).all())


def distinct(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct values in order, and each element's index among them.

    The same as ``np.unique`` with its inverse, without a sort where the values are small.
    """
    if values.size and values.min() >= 0 and values.max() < 4 * values.size + 1024:
        seen = np.zeros(int(values.max()) + 1, np.bool_)
        seen[values] = True
        found = np.flatnonzero(seen)
        place = np.cumsum(seen) - 1
        return found, place[values]
    found, inverse = np.unique(values, return_inverse=True)
    return found, inverse
