"""Which op events belong to which run of which module, on one chip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.distinct import distinct
from xlagym.evidence.profile.ops.op import OpKey, OpRole
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import ModuleEvents
from xlagym.evidence.profile.runs.intervals import Cover, Picoseconds, union

Told = Literal["module events", "run ids", "first op", "nothing"]
"""By what the runs of a module were told apart; by nothing, there are none."""


@dataclass(frozen=True, slots=True, eq=False)
class RunBars:
    """The op events of one module on one chip that belong to a run. One element a bar."""

    plane: str
    program_id: int | None
    module: str
    told_by: Told
    count: int
    """Runs."""
    run: NDArray[np.int64]
    """Index of each bar's run, in order of time."""
    start_ps: Picoseconds
    end_ps: Picoseconds
    working: NDArray[np.bool_]
    waiting: NDArray[np.bool_]
    unplaced: int
    records_waits: bool
    compute: Cover
    """Compute of the whole chip: another module's hides as well as one's own."""


def run_bars(tracks: Sequence[OpTrack], events: ModuleEvents | None) -> Iterator[RunBars]:
    """The modules that ran on a chip, each with its bars.

    Args:
        tracks: the chip's rows of ops, one at least.
        events: its row of module events, where it has one.
    """
    bars = _chip_bars(tracks, events)
    compute = union(bars.start_ps[bars.computes], bars.end_ps[bars.computes])
    by_module = np.argsort(bars.module, kind="stable")
    ends = np.cumsum(np.bincount(bars.module, minlength=len(bars.modules)))
    for (program_id, module), here in zip(
        bars.modules, np.split(by_module, ends[:-1]), strict=False
    ):
        told, run = _runs_of(bars, here)
        placed = run >= 0
        chosen = here[placed]
        _, index = distinct(run[placed])
        yield RunBars(
            plane=tracks[0].plane,
            program_id=program_id,
            module=module,
            told_by=told,
            count=int(index.max()) + 1 if index.size else 0,
            run=index,
            start_ps=bars.start_ps[chosen],
            end_ps=bars.end_ps[chosen],
            working=bars.working[chosen],
            waiting=bars.waiting[chosen],
            unplaced=int((~placed).sum()),
            records_waits=tracks[0].device == "tpu",
            compute=compute,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _ChipBars:
    """All bars of a chip's rows together, sorted by start."""

    modules: tuple[tuple[int | None, str], ...]
    module: NDArray[np.int64]
    op: NDArray[np.int64]
    start_ps: Picoseconds
    end_ps: Picoseconds
    working: NDArray[np.bool_]
    waiting: NDArray[np.bool_]
    computes: NDArray[np.bool_]
    run: NDArray[np.int64] | None
    """The run as the profile tells it, -1 outside any; None where it doesn't."""
    told_by: Told


def _chip_bars(tracks: Sequence[OpTrack], events: ModuleEvents | None) -> _ChipBars:
    """Lay a chip's rows together."""
    ops = [op for track in tracks for op in track.ops]
    modules: dict[tuple[int | None, str], int] = {}
    of_op = [modules.setdefault((op.program_id, op.module), len(modules)) for op in ops]
    names: dict[OpKey, int] = {}
    same_op = [names.setdefault(op.key, len(names)) for op in ops]
    roles = [op.role for op in ops]
    first = np.cumsum([0, *(len(track.ops) for track in tracks)])
    op = np.concatenate([track.op + base for track, base in zip(tracks, first, strict=False)])
    start = np.concatenate([track.start_ps for track in tracks])
    end = start + np.concatenate([track.duration_ps for track in tracks])
    spans_others = np.concatenate([track.nesting.spans_others for track in tracks])
    order = np.argsort(start, kind="stable")
    module = np.array(of_op, np.int64)[op]
    told, run = _told_runs(tracks, events, module, tuple(modules))
    working = ~(_are(roles, OpRole.CONTROL)[op] & spans_others)
    return _ChipBars(
        modules=tuple(modules),
        module=module[order],
        op=np.array(same_op, np.int64)[op][order],
        start_ps=start[order],
        end_ps=end[order],
        working=working[order],
        waiting=_are(roles, OpRole.DONE)[op][order],
        computes=(working & _are(roles, OpRole.COMPUTE, OpRole.CONTROL)[op])[order],
        run=None if run is None else run[order],
        told_by=told,
    )


def _are(roles: Sequence[OpRole], *wanted: OpRole) -> NDArray[np.bool_]:
    """Which roles are wanted ones."""
    return np.array([role in wanted for role in roles], np.bool_)


def _told_runs(
    tracks: Sequence[OpTrack],
    events: ModuleEvents | None,
    module: NDArray[np.int64],
    modules: Sequence[tuple[int | None, str]],
) -> tuple[Told, NDArray[np.int64] | None]:
    """The run of each bar where the profile tells it."""
    if events is not None and events.start_ps.size:
        own = np.concatenate([track.own_start_ps for track in tracks])
        return "module events", _event_around(own, events, module, modules)
    ids = [track.run_id for track in tracks if track.run_id is not None]
    if len(ids) == len(tracks):
        return "run ids", distinct(np.concatenate(ids))[1]
    return "first op", None


def _event_around(
    own_start: Picoseconds,
    events: ModuleEvents,
    module: NDArray[np.int64],
    modules: Sequence[tuple[int | None, str]],
) -> NDArray[np.int64]:
    """Index of the module event that each bar lies in, -1 where none does."""
    event = np.searchsorted(events.start_ps, own_start, side="right") - 1
    inside = (event >= 0) & (own_start <= (events.start_ps + events.duration_ps)[event])
    number = {program_id: at for at, (program_id, _) in enumerate(modules)}
    of_event = np.array([number.get(id_, -1) for id_ in events.program_id], np.int64)
    found: NDArray[np.int64] = np.where(inside & (of_event[event] == module), event, -1)
    return found


def _runs_of(bars: _ChipBars, here: NDArray[np.int64]) -> tuple[Told, NDArray[np.int64]]:
    """By what the runs of one module are told, and the run of each of its bars."""
    if bars.run is not None:
        return bars.told_by, bars.run[here]
    if not here.size:
        return "nothing", here
    op = bars.op[here]
    often = np.bincount(op)
    # An op inside a loop comes more often than once a run; it can't mark where runs begin.
    if often[op[0]] > often[often > 0].min():
        return "nothing", np.full(here.size, -1, np.int64)
    return "first op", np.cumsum(op == op[0]) - 1
