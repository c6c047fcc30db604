"""The runs of each module on each chip: how long they took, and how much of that was work.

A run's envelope is built from its ops, from the start of the first to the end of the last, since
module events are in another clock than a TPU's ops. Which op belongs to which run is told by the
first of these that the profile allows:

- a TPU's module events, in the clock that they share with the ops' own times;
- the run id that a CPU's ops carry;
- where nothing says so, as on a GPU, the op that comes first: it begins a run each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.runs.intervals import Picoseconds, union
from xlagym.evidence.profile.runs.run_bars import RunBars, Told, run_bars
from xlagym.evidence.reports.spread import Spread, spread

FlightKey = tuple[str, int | None, str]
"""Plane, program id and module."""


@dataclass(frozen=True, slots=True)
class ModuleRun:
    """One run of a module on one chip. Times in picoseconds, in the clock of its ops."""

    start_ps: int
    end_ps: int
    bars: int
    """Op events in it."""
    busy_ps: int
    """The union of its bars, whatever they are; a loop counts by the ops inside it."""
    waiting_ps: int | None
    """The union of its dones' bars; None where the device records no waiting."""
    exposed_ps: int | None
    """Time with something in flight and no compute: a union, so never more than the envelope."""

    @property
    def envelope_ps(self) -> int:
        """From the start of the first op to the end of the last."""
        return self.end_ps - self.start_ps

    @property
    def idle_ps(self) -> int:
        """Time in the envelope with no op at all."""
        return self.envelope_ps - self.busy_ps


@dataclass(frozen=True, slots=True)
class ModuleRuns:
    """All runs of one module on one chip, in order."""

    plane: str
    program_id: int | None
    module: str
    told_by: Told
    runs: tuple[ModuleRun, ...]
    unplaced: int
    """Op events of the module that belong to no run: cut by the window."""

    @property
    def median_run(self) -> ModuleRun | None:
        """The run to show: the one in the middle by envelope (the shorter of two)."""
        ranked = sorted(self.runs, key=lambda run: run.envelope_ps)
        return ranked[(len(ranked) - 1) // 2] if ranked else None

    def spread_of(
        self, what: Literal["envelope_ps", "busy_ps", "idle_ps", "waiting_ps", "exposed_ps"]
    ) -> Spread | None:
        """The middle and the spread of one figure over the runs; None where not recorded."""
        values = [getattr(run, what) for run in self.runs]
        if None in values:
            return None
        return spread(np.array(values, np.int64))


def module_runs(
    profile: Profile, pairs: Sequence[AsyncPairs] | None = None
) -> tuple[ModuleRuns, ...]:
    """The runs of every module on every chip, the module that took longest first on each.

    Args:
        profile: what was read.
        pairs: the profile's async pairs, where they have been paired already.
    """
    pairs = async_pairs(profile) if pairs is None else pairs
    flights: dict[FlightKey, list[AsyncPairs]] = {}
    for each in pairs:
        flights.setdefault((each.plane, *each.op.key[:2]), []).append(each)
    events = {row.plane: row for row in reversed(profile.modules)}
    found: list[ModuleRuns] = []
    for plane, tracks in profile.tracks_by_plane.items():
        here = [
            _runs(bars, flights.get((plane, bars.program_id, bars.module), []))
            for bars in run_bars(tracks, events.get(plane))
        ]
        found += sorted(here, key=lambda each: -sum(run.envelope_ps for run in each.runs))
    return tuple(found)


def _runs(bars: RunBars, flights: Sequence[AsyncPairs]) -> ModuleRuns:
    """The runs of one module from its bars and its pairs."""
    count = bars.count
    start = np.full(count, np.iinfo(np.int64).max)
    end = np.full(count, np.iinfo(np.int64).min)
    np.minimum.at(start, bars.run, bars.start_ps)
    np.maximum.at(end, bars.run, bars.end_ps)
    busy = _covered(bars, start, end, bars.working)
    waiting: list[int] | list[None] = [None] * count
    exposed: list[int] | list[None] = [None] * count
    if bars.records_waits:
        waiting = _covered(bars, start, end, bars.waiting).tolist()
    if bars.records_waits or flights:
        exposed = _exposed(bars, flights, start, end).tolist()
    return ModuleRuns(
        plane=bars.plane,
        program_id=bars.program_id,
        module=bars.module,
        told_by=bars.told_by,
        runs=tuple(
            ModuleRun(*each)
            for each in zip(
                start.tolist(),
                end.tolist(),
                np.bincount(bars.run, minlength=count).tolist(),
                busy.tolist(),
                waiting,
                exposed,
                strict=True,
            )
        ),
        unplaced=bars.unplaced,
    )


def _covered(
    bars: RunBars, start: Picoseconds, end: Picoseconds, chosen: NDArray[np.bool_]
) -> Picoseconds:
    """Per run the union of its chosen bars."""
    if _apart(start, end):
        cover = union(bars.start_ps[chosen], bars.end_ps[chosen])
        return cover.between(start, end)
    some = np.flatnonzero(chosen)
    some = some[np.argsort(bars.run[some], kind="stable")]
    ends = np.cumsum(np.bincount(bars.run[some], minlength=start.size))
    runs = np.split(some, ends[:-1])
    totals = [union(bars.start_ps[run], bars.end_ps[run]).total for run in runs]
    return np.array(totals, np.int64)


def _exposed(
    bars: RunBars, flights: Sequence[AsyncPairs], start: Picoseconds, end: Picoseconds
) -> Picoseconds:
    """Per run the time with something of this module in flight and no compute."""
    if not flights:
        return np.zeros(start.size, np.int64)
    in_flight = union(
        np.concatenate([each.start_ps for each in flights]),
        np.concatenate([each.end_ps for each in flights]),
    )
    return in_flight.without(bars.compute).between(start, end)


def _apart(start: Picoseconds, end: Picoseconds) -> bool:
    """Whether no two of the intervals overlap."""
    order = np.argsort(start, kind="stable")
    return bool((start[order][1:] >= end[order][:-1]).all())


def each_module(runs: Sequence[ModuleRuns]) -> Iterator[tuple[str, tuple[ModuleRuns, ...]]]:
    """The runs of all chips together, module by module."""
    modules = dict.fromkeys((each.program_id, each.module) for each in runs)
    for program_id, module in modules:
        chips = (each for each in runs if (each.program_id, each.module) == (program_id, module))
        yield module, tuple(chips)
