"""A median run as rows of bars: what the chip worked on, and what was in flight meanwhile.

Only so many bars are drawn, the longest first; what is left out is said, with its share of time.
``evidence.profile.median_run`` says more of a run, such as what each copy lies over; that work
grows with the square of its bars, which a report of a million events can't pay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from xlagym.evidence.profile.ops.async_pairs import AsyncPairs
from xlagym.evidence.profile.ops.op import OpRole
from xlagym.evidence.profile.runs.module_runs import ModuleRun, ModuleRuns
from xlagym.report.read.profiles import ProfileReading

BARS = 1_500
"""Bars of one row at most."""
CHIPS = 8
"""Chips that are drawn at most."""
TRACKS = 12
"""Streams of a GPU, or threads of a CPU, that are drawn at most."""
LANES = 5
"""Rows of what is in flight at once, at most."""
_ROLES = {
    OpRole.COMPUTE: "compute",
    OpRole.CONTROL: "compute",
    OpRole.START: "start",
    OpRole.DONE: "wait",
    OpRole.COMMUNICATION: "talk",
}


@dataclass(frozen=True, slots=True)
class RunBar:
    """One bar, in picoseconds from the start of the run."""

    name: str
    start: int
    length: int
    role: str
    """``compute``, ``wait``, ``talk``, ``start``, ``hidden`` or ``exposed``."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """Bars that are drawn on one line."""

    label: str
    bars: tuple[RunBar, ...]
    left_out: int
    """Bars that are not drawn."""
    left_out_share: float
    """Their share of the row's time, 0 to 1."""


@dataclass(frozen=True, slots=True)
class MedianRun:
    """The median run of one module on one chip."""

    plane: str
    module: str
    length: int
    """Of the run, in picoseconds."""
    runs: int
    rows: tuple[RunRow, ...]
    tracks_left: int
    """Streams or threads with bars that are not drawn."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is not drawn, in words."""
        told = [
            f"{row.label}: {row.left_out:,} shorter bars are not drawn, "
            f"{100 * row.left_out_share:.1f} % of the row's time."
            for row in self.rows
            if row.left_out
        ]
        if self.tracks_left:
            told.append(f"{self.tracks_left:,} streams or threads are not drawn.")
        return tuple(told)


def timelines(reading: ProfileReading) -> tuple[list[MedianRun], str]:
    """The median run of the module that took longest, on each chip, and what is not drawn."""
    if reading.profile is None:
        return [], ""
    longest: dict[str, ModuleRuns] = {}
    took: dict[str, int] = {}
    for each in reading.runs:
        if each.median_run is not None:
            took[each.module] = took.get(each.module, 0) + sum(r.envelope_ps for r in each.runs)
    main = max(took, key=lambda module: took[module], default=None)
    for each in reading.runs:
        if each.module == main and each.median_run is not None:
            longest.setdefault(each.plane, each)
    drawn = [_timeline(reading, each) for each in list(longest.values())[:CHIPS]]
    words = []
    if len(took) > 1:
        words.append(f"Of {len(took):,} modules the one that took longest is drawn.")
    if len(longest) > CHIPS:
        words.append(f"{len(longest) - CHIPS:,} of {len(longest):,} chips are not drawn.")
    return drawn, " ".join(words)


def _timeline(reading: ProfileReading, runs: ModuleRuns) -> MedianRun:
    run = runs.median_run
    assert run is not None  # asked for above
    ops = _ops_rows(reading, runs, run)
    return MedianRun(
        plane=runs.plane,
        module=runs.module,
        length=max(1, run.envelope_ps),
        runs=len(runs.runs),
        rows=(*ops[:TRACKS], *_flight_rows(reading.pairs, runs, run)),
        tracks_left=max(0, len(ops) - TRACKS),
    )


def _ops_rows(reading: ProfileReading, runs: ModuleRuns, run: ModuleRun) -> list[RunRow]:
    assert reading.profile is not None
    tracks = reading.profile.tracks_of(runs.plane)
    rows = []
    for track in tracks:
        part = track.between(run.start_ps, run.end_ps)
        mine = np.array(
            [op.key[:2] == (runs.program_id, runs.module) for op in track.ops], np.bool_
        )
        shown = track.working[part] & mine[track.op[part]]
        bars = [
            RunBar(op.name, int(start) - run.start_ps, int(length), _ROLES[op.role])
            for op, start, length, is_shown in zip(
                (track.ops[at] for at in track.op[part]),
                track.start_ps[part],
                track.duration_ps[part],
                shown,
                strict=True,
            )
            if is_shown and length > 0
        ]
        if bars:
            label = "ops" if len(tracks) == 1 else f"ops, {track.line}"
            rows.append(_row(label, bars))
    return rows


def _flight_rows(pairs: Sequence[AsyncPairs], runs: ModuleRuns, run: ModuleRun) -> list[RunRow]:
    """What is in flight, in as few rows as let no two overlap."""
    bars: list[RunBar] = []
    for each in pairs:
        if each.plane != runs.plane or each.op.key[:2] != (runs.program_id, runs.module):
            continue
        inside = (each.start_ps >= run.start_ps) & (each.start_ps < run.end_ps)
        for at in np.flatnonzero(inside):
            start, length = int(each.start_ps[at]), int(each.in_flight_ps[at])
            exposed = int(each.exposed_ps[at])
            role = "exposed" if 2 * exposed > length else "hidden"
            bars.append(RunBar(each.op.name, start - run.start_ps, length, role))
    lanes: list[list[RunBar]] = []
    for bar in sorted(bars, key=lambda each: each.start):
        free = (lane for lane in lanes if lane[-1].start + lane[-1].length <= bar.start)
        lane = next(free, None)
        if lane is None:
            lanes.append(lane := [])
        lane.append(bar)
    rows = [_row("in flight", lane) for lane in lanes[:LANES]]
    beyond = sum(len(lane) for lane in lanes[LANES:])
    if beyond and rows:
        last = rows[-1]
        whole = sum(bar.length for lane in lanes for bar in lane)
        share = sum(bar.length for lane in lanes[LANES:] for bar in lane) / max(1, whole)
        rows[-1] = RunRow(last.label, last.bars, last.left_out + beyond, share)
    return rows


def _row(label: str, bars: Sequence[RunBar]) -> RunRow:
    if len(bars) <= BARS:
        return RunRow(label, tuple(bars), 0, 0.0)
    ranked = sorted(bars, key=lambda each: -each.length)
    drawn = sorted(ranked[:BARS], key=lambda each: each.start)
    left = sum(each.length for each in ranked[BARS:])
    return RunRow(label, tuple(drawn), len(bars) - BARS, left / sum(each.length for each in bars))
