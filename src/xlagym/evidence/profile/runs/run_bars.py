"""Which op events belong to which run of which module, on one chip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.distinct import distinct
from xlagym.evidence.profile.ops.op import Role
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import ModuleEvents, Profile
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


def run_bars(profile: Profile, plane: str) -> Iterator[RunBars]:
    """The modules that ran on a chip, each with its bars."""
    tracks = profile.tracks_of(plane)
    events = next((row for row in profile.modules if row.plane == plane), None)
    bars = _chip_bars(tracks, events)
    covers = [track.compute for track in tracks]
    compute = union(
        np.concatenate([cover.start for cover in covers]),
        np.concatenate([cover.end for cover in covers]),
    )
    for at, (program_id, module) in enumerate(bars.modules):
        here = np.flatnonzero(bars.module == at)
        told, run = _runs_of(bars, here)
        placed = run >= 0
        chosen = here[placed]
        _, index = distinct(run[placed])
        start = bars.start_ps[chosen]
        yield RunBars(
            plane=plane,
            program_id=program_id,
            module=module,
            told_by=told,
            count=int(index.max()) + 1 if index.size else 0,
            run=index,
            start_ps=start,
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
    run: NDArray[np.int64] | None
    """The run as the profile tells it, -1 outside any; None where it doesn't."""
    told_by: Told


def _chip_bars(tracks: Sequence[OpTrack], events: ModuleEvents | None) -> _ChipBars:
    """Lay a chip's rows together."""
    keys = [(op.program_id, op.module) for track in tracks for op in track.ops]
    modules = tuple(dict.fromkeys(keys))
    number = {key: at for at, key in enumerate(modules)}
    of_op = np.array([number[key] for key in keys], np.int64)
    names = {op.key: None for track in tracks for op in track.ops}
    op_number = {key: at for at, key in enumerate(names)}
    same_op = np.array([op_number[op.key] for track in tracks for op in track.ops], np.int64)
    first = np.cumsum([0, *(len(track.ops) for track in tracks)])
    op = np.concatenate([track.op + base for track, base in zip(tracks, first, strict=False)])
    start = np.concatenate([track.start_ps for track in tracks])
    order = np.argsort(start, kind="stable")
    module = of_op[op]
    told, run = _told_runs(tracks, events, module, modules)
    return _ChipBars(
        modules=modules,
        module=module[order],
        op=same_op[op][order],
        start_ps=start[order],
        end_ps=np.concatenate([track.end_ps for track in tracks])[order],
        working=np.concatenate([track.working for track in tracks])[order],
        waiting=np.concatenate([track.bars_of(Role.DONE) for track in tracks])[order],
        run=None if run is None else run[order],
        told_by=told,
    )


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
