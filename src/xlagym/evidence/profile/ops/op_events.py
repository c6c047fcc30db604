"""From op events as they were read to rows of ops: one clock chosen, sorted, nested.

Many lines are taken together, since a profile may have thousands of lines with an event each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.distinct import distinct
from xlagym.evidence.profile.ops.op import Op, OpKey
from xlagym.evidence.profile.ops.op_track import DeviceKind, OpTrack
from xlagym.evidence.profile.ops.self_time import Nesting, nesting
from xlagym.evidence.profile.runs.intervals import Picoseconds

_LONGEST_PS: Final = 1 << 53
"""Two and a half hours: no bar is longer, and sums of a thousand such stay within 64 bits."""
_FARTHEST_PS: Final = 1 << 60


@dataclass(frozen=True, slots=True, eq=False)
class OpEvents:
    """Op events of some lines as they were read, before one clock is chosen for each."""

    plane: str
    lines: Sequence[str]
    line: NDArray[np.int64] | None
    """Index of each event's line, ascending; None where there is one line."""
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
    has_run_id: NDArray[np.bool_] | None = None
    """Which lines' events all have a run id; None where those of all lines have."""

    @property
    def line_or_first(self) -> NDArray[np.int64]:
        """Index of each event's line."""
        return np.zeros(self.op.size, np.int64) if self.line is None else self.line


@dataclass(frozen=True, slots=True, eq=False)
class _LineOps:
    """The ops of some lines: each line numbers its own from 0."""

    ops: list[list[Op]]
    """Of each line."""
    first: NDArray[np.int64]
    """How many ops the lines before each have, and all of them last."""
    code: NDArray[np.int64]
    """Of each event, its op's number among those of its line, after those of the lines before."""


def op_tracks_of(events: OpEvents) -> Iterator[OpTrack]:
    """Choose each line's clock, merge what is one op, leave out what has no time, sort.

    The device's clock is taken for a line if any of its events has it; the others are then
    untimed, since the two clocks must not meet in one sum.
    """
    count = len(events.lines)
    numbered = _line_ops(events)
    on_device, start, duration, timed = _times(events)
    whole = bool(timed.all())
    untimed = (
        np.zeros(int(numbered.first[-1]), np.int64)
        if whole
        else np.bincount(numbered.code[~timed], minlength=int(numbered.first[-1]))
    )
    rows = _sorted_rows(events.line, start, duration, None if whole else timed)
    start, duration, own = start[rows], duration[rows], events.own_start_ps[rows]
    line = None if events.line is None else events.line[rows]
    run_id = None if events.run_id is None else events.run_id[rows]
    bounds = _bounds(line, start.size, count)
    code = numbered.code[rows]
    op = (code if line is None else code - numbered.first[line]).astype(np.int32)
    nested = nesting(start, duration, bounds[:-1])
    for at, name in enumerate(events.lines):
        bars = slice(int(bounds[at]), int(bounds[at + 1]))
        length = duration[bars]
        alone = nested.self_ps is duration
        known = run_id is not None and (events.has_run_id is None or events.has_run_id[at])
        yield OpTrack(
            plane=events.plane,
            line=name,
            device=events.device,
            clock="device" if on_device[at] else "own",
            ops=tuple(numbered.ops[at]),
            op=op[bars],
            start_ps=start[bars],
            duration_ps=length,
            own_start_ps=own[bars],
            run_id=run_id[bars] if known and run_id is not None else None,
            untimed=untimed[numbered.first[at] : numbered.first[at + 1]],
            nesting=Nesting(length if alone else nested.self_ps[bars], nested.spans_others[bars]),
        )


def _line_ops(events: OpEvents) -> _LineOps:
    """The distinct ops of each line by key, and each event's index among them."""
    count = len(events.ops)
    if events.line is None:
        pairs, code = np.arange(count), events.op
    else:
        pairs, code = distinct(events.line * count + events.op)
    numbers: list[dict[OpKey, int]] = [{} for _ in events.lines]
    ops: list[list[Op]] = [[] for _ in events.lines]
    keys = [op.key for op in events.ops]
    line_of, op_of = np.divmod(pairs, max(count, 1))
    number = np.zeros(pairs.size, np.int64)
    for at, (line, op) in enumerate(zip(line_of.tolist(), op_of.tolist(), strict=True)):
        known = numbers[line]
        number[at] = known.setdefault(keys[op], len(known))
        if len(known) > len(ops[line]):
            ops[line].append(events.ops[op])
    first = np.cumsum([0, *map(len, ops)])
    return _LineOps(ops, first, (first[line_of] + number)[code])


def _times(
    events: OpEvents,
) -> tuple[NDArray[np.bool_], Picoseconds, Picoseconds, NDArray[np.bool_]]:
    """Which lines are in the device's clock; start and duration, and which events have usable."""
    count = len(events.lines)
    start, duration = events.own_start_ps, events.own_duration_ps
    timed = np.ones(start.size, np.bool_)
    on_device = np.zeros(count, np.bool_)
    if (
        events.device_start_ps is not None
        and events.device_duration_ps is not None
        and events.on_device is not None
    ):
        on_device[events.line_or_first[events.on_device]] = True
        if bool(on_device.all()):
            start, duration = events.device_start_ps, events.device_duration_ps
            timed = events.on_device
        elif bool(on_device.any()):
            here = on_device[events.line_or_first]
            start = np.where(here, events.device_start_ps, start)
            duration = np.where(here, events.device_duration_ps, duration)
            timed = events.on_device | ~here
    usable = (duration >= 0) & (duration < _LONGEST_PS)
    usable &= (start > -_FARTHEST_PS) & (start < _FARTHEST_PS)
    usable &= timed
    return on_device, start, duration, usable


def _sorted_rows(
    line: NDArray[np.int64] | None,
    start: Picoseconds,
    duration: Picoseconds,
    timed: NDArray[np.bool_] | None,
) -> NDArray[np.int64] | slice:
    """Rows of the timed events, line by line in order; a slice of all where they are that."""
    rows = slice(None) if timed is None else np.flatnonzero(timed)
    start, duration = start[rows], duration[rows]
    line = None if line is None else line[rows]
    if _in_order(line, start, duration):
        return rows
    if line is None:
        order = np.argsort(start, kind="stable")
        if not _in_order(None, start[order], duration[order]):  # Equal starts, the shorter first.
            order = np.lexsort((-duration, start))
    else:
        order = np.lexsort((-duration, start, line))
    result: NDArray[np.int64] = order if isinstance(rows, slice) else rows[order]
    return result


def _in_order(line: NDArray[np.int64] | None, start: Picoseconds, duration: Picoseconds) -> bool:
    """Whether bars are sorted by start in each line, the longer first where starts are equal."""
    fine = start[1:] > start[:-1]
    if bool(fine.all()):
        return True
    fine |= (start[1:] == start[:-1]) & (duration[1:] <= duration[:-1])
    if line is not None:
        fine |= line[1:] != line[:-1]
    return bool(fine.all())


def _bounds(line: NDArray[np.int64] | None, size: int, count: int) -> NDArray[np.int64]:
    """Where the rows of each line begin, and last where all end."""
    if line is None:
        return np.array([0, size])
    return np.concatenate(([0], np.cumsum(np.bincount(line, minlength=count))))
