"""How long each op took in each run of a module: one row an op, one column a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.op import Op
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.runs.intervals import Picoseconds
from xlagym.evidence.profile.runs.module_runs import ModuleRuns
from xlagym.evidence.reports.spread import Spread, spread


@dataclass(frozen=True, slots=True, eq=False)
class OpTimes:
    """One op of a module over its runs on one chip. Times in picoseconds, one element a run."""

    op: Op
    occurrences: NDArray[np.int64]
    total_ps: Picoseconds
    self_ps: Picoseconds
    """Without the ops nested inside."""

    @property
    def total(self) -> Spread | None:
        """The middle and the spread over the runs."""
        return spread(self.total_ps)

    @property
    def own(self) -> Spread | None:
        """The same of the self time."""
        return spread(self.self_ps)


def op_times(profile: Profile, runs: ModuleRuns) -> tuple[OpTimes, ...]:
    """The ops of ``runs``' module on its chip, the longest self time first.

    A bar belongs to the run in whose envelope it starts; one that starts in none is left out. On a
    CPU two threads may run the module's ops at once: an op's time is then the sum of both.
    """
    found: dict[str, OpTimes] = {}
    for track in profile.tracks_of(runs.plane):
        run = _run_of(track, runs)
        for at, op in enumerate(track.ops):
            if (op.program_id, op.module) != (runs.program_id, runs.module):
                continue
            bars = np.flatnonzero((track.op == at) & (run >= 0))
            times = _times(track, bars, run, len(runs.runs), op)
            known = found.get(op.name)
            found[op.name] = times if known is None else _added(known, times)
    return tuple(sorted(found.values(), key=lambda each: (-int(each.self_ps.sum()), each.op.name)))


def main_runs(runs: Sequence[ModuleRuns]) -> ModuleRuns | None:
    """The runs to speak of: on the first chip, of the module that took longest."""
    return runs[0] if runs and runs[0].runs else None


def _run_of(track: OpTrack, runs: ModuleRuns) -> NDArray[np.int64]:
    """Index of the run in which each bar starts, -1 where none is going on."""
    if not runs.runs:
        return np.full(track.start_ps.size, -1, np.int64)
    starts = np.array([run.start_ps for run in runs.runs], np.int64)
    ends = np.array([run.end_ps for run in runs.runs], np.int64)
    order = np.argsort(starts, kind="stable")
    before = np.searchsorted(starts[order], track.start_ps, side="right") - 1
    run = order[np.maximum(before, 0)]
    run[(before < 0) | (track.start_ps > ends[run])] = -1
    return run


def _times(
    track: OpTrack, bars: NDArray[np.int64], run: NDArray[np.int64], count: int, op: Op
) -> OpTimes:
    total, own = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.add.at(total, run[bars], track.duration_ps[bars])
    np.add.at(own, run[bars], track.nesting.self_ps[bars])
    return OpTimes(op, np.bincount(run[bars], minlength=count), total, own)


def _added(one: OpTimes, other: OpTimes) -> OpTimes:
    return OpTimes(
        one.op,
        one.occurrences + other.occurrences,
        one.total_ps + other.total_ps,
        one.self_ps + other.self_ps,
    )
