"""The median run of a profile's main module as a timeline, each chip's rows from its own start.

One run is shown and never a lucky one: that in the middle by its length on the first chip. What
each op takes over all runs stands beside what it takes in this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.ops.op import Op, OpRole
from xlagym.evidence.profile.ops.op_times import main_runs, op_times
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.runs.module_runs import ModuleRun, ModuleRuns, module_runs
from xlagym.evidence.timeline.timeline import (
    Bar,
    BarKind,
    BarRow,
    Flight,
    OpTime,
    Runs,
    Timeline,
    in_order,
    meanwhile,
    stacked,
)

_KINDS: Final = {
    OpRole.COMPUTE: BarKind.WORK,
    OpRole.COMMUNICATION: BarKind.WAIT,
    OpRole.CONTROL: BarKind.SPAN,
    OpRole.DONE: BarKind.WAIT,
    OpRole.START: BarKind.MARK,
}


def median_run(
    profile: Profile, module: str | None = None, pairs: Sequence[AsyncPairs] | None = None
) -> Timeline | None:
    """The run to show of a module; None where no runs of it can be told apart.

    Args:
        profile: what was read.
        module: the module's name, ``jit_…``; by default the one that took longest.
        pairs: the profile's async pairs, where they have been paired already.
    """
    pairs = async_pairs(profile) if pairs is None else pairs
    runs = [each for each in module_runs(profile, pairs) if module in (None, each.module)]
    main = main_runs(runs)
    if main is None or (shown := main.median_run) is None:
        return None
    at = main.runs.index(shown)
    drawing = _Drawing(profile, pairs, main)
    for each in runs:
        if (each.program_id, each.module) == (main.program_id, main.module) and each.runs:
            drawing.add_chip(each, each.runs[min(at, len(each.runs) - 1)])
    return drawing.timeline(shown, at)


@dataclass(slots=True)
class _Drawing:
    """A timeline being put together, chip by chip."""

    profile: Profile
    pairs: Sequence[AsyncPairs]
    main: ModuleRuns
    number: dict[str, int] = field(default_factory=dict)
    """Ops by name; a start has the number of its done."""
    ops: list[OpTime] = field(default_factory=list)
    rows: list[BarRow] = field(default_factory=list)
    end: int = 0

    def add_chip(self, runs: ModuleRuns, run: ModuleRun) -> None:
        """One chip's rows. The ops' times are the first chip's."""
        flights = [each for each in self.pairs if self._mine(each.op) and each.plane == runs.plane]
        starts = {each.start_op.name: each.op.name for each in flights}
        first = not self.ops
        bars: list[Bar] = []
        lines: list[list[Bar]] = []
        for track in self.profile.tracks_of(runs.plane):
            found = list(self._bars(track, run, starts))
            bars += found
            lines.append(found)
        in_flight = list(self._in_flight(flights, run, bars, first=first))
        self.end = max(self.end, run.envelope_ps)
        chip = chip_name(runs.plane)
        spans = stacked((bar for bar in bars if bar.kind is BarKind.SPAN), self.end)
        self.rows += [BarRow(chip, "loops", line) for line in spans]
        works = [tuple(bar for bar in found if bar.kind is not BarKind.SPAN) for found in lines]
        works = sorted((work for work in works if work), key=lambda work: work[0].start)
        for place, work in enumerate(works, start=1):
            self.rows.append(BarRow(chip, f"thread {place}" if len(works) > 1 else "ops", work))
        self.rows += [BarRow(chip, "in flight", line) for line in stacked(in_flight, self.end)]
        if first:
            self._take_times(runs)

    def _mine(self, op: Op) -> bool:
        return (op.program_id, op.module) == (self.main.program_id, self.main.module)

    def _bars(self, track: OpTrack, run: ModuleRun, starts: Mapping[str, str]) -> Iterator[Bar]:
        """The bars of a row that belong to the run, in order."""
        part = track.between(run.start_ps, run.end_ps + 1)
        same = _same_run(track, run)
        for at in range(part.start, part.stop):
            op = track.ops[track.op[at]]
            if not self._mine(op) or (same is not None and not same[at]):
                continue
            name = starts.get(op.name, op.name)
            start, length = int(track.start_ps[at]) - run.start_ps, int(track.duration_ps[at])
            kind = _KINDS[op.role]
            if kind is BarKind.SPAN and not track.nesting.spans_others[at]:
                kind = BarKind.WORK
            number = self._op(name, op)
            self._count(number, op, length, int(track.nesting.self_ps[at]))
            yield Bar(number, start, start + length, kind)

    def _op(self, name: str, op: Op) -> int:
        if name not in self.number:
            self.number[name] = len(self.ops)
            opcode = op.opcode if name == op.name else op.opcode.replace("-start", "-done")
            self.ops.append(OpTime(name, opcode, 0, 0, 0))
        return self.number[name]

    def _count(self, number: int, op: Op, length: int, own: int) -> None:
        """Add a bar of the first chip to what its op takes; a start's is the pair's no work."""
        known = self.ops[number]
        if self.rows or known.name != op.name:
            return
        self.ops[number] = replace(
            known,
            times=known.times + 1,
            total=(known.total or 0) + length,
            own=(known.own or 0) + own,
            longest=max(known.longest or 0, length),
        )

    def _in_flight(
        self, flights: Sequence[AsyncPairs], run: ModuleRun, bars: Sequence[Bar], *, first: bool
    ) -> Iterator[Bar]:
        for each in flights:
            inside = (each.start_ps >= run.start_ps) & (each.start_ps <= run.end_ps)
            for at in np.flatnonzero(inside):
                start, end = int(each.start_ps[at]), int(each.end_ps[at])
                number = self._op(each.op.name, each.op)
                bar = Bar(number, start - run.start_ps, end - run.start_ps, BarKind.FLIGHT)
                if first:
                    self.ops[number] = replace(
                        self.ops[number], flight=_flight(each, int(at), bar, bars)
                    )
                yield bar

    def _take_times(self, runs: ModuleRuns) -> None:
        """What each op takes over all runs of the first chip."""
        for times in op_times(self.profile, runs):
            at = self.number.get(times.op.name)
            if at is not None and self.ops[at].name == times.op.name:
                self.ops[at] = replace(self.ops[at], runs=times.own)

    def timeline(self, shown: ModuleRun, at: int) -> Timeline:
        """What was put together."""
        length = self.main.spread_of("envelope_ps")
        assert length is not None, "there is a run"
        ops, rows = in_order(self.ops, self.rows)
        return Timeline(
            unit="ps",
            end=self.end,
            ops=ops,
            rows=rows,
            runs=Runs(
                count=len(self.main.runs),
                shown=at,
                length=length,
                busy=shown.busy_ps,
                waiting=shown.waiting_ps,
                exposed=shown.exposed_ps,
            ),
        )


def chip_name(plane: str) -> str:
    """``TPU:0`` for ``/device:TPU:0``, ``CPU`` for ``/host:CPU``."""
    return plane.removeprefix("/device:").removeprefix("/host:")


def _same_run(track: OpTrack, run: ModuleRun) -> NDArray[np.bool_] | None:
    """Which bars carry the run's own id, where bars carry one: runs on a CPU may overlap."""
    if track.run_id is None:
        return None
    at = np.flatnonzero(track.start_ps == run.start_ps)
    if not at.size:  # The run begins on another thread; its bars there tell the id.
        return None
    same: NDArray[np.bool_] = track.run_id == track.run_id[at[0]]
    return same


def _flight(pairs: AsyncPairs, at: int, bar: Bar, bars: Sequence[Bar]) -> Flight:
    wait = None if pairs.own_wait_ps is None else int(pairs.own_wait_ps[at])
    return Flight(
        start=pairs.start_op.name,
        in_flight=int(pairs.in_flight_ps[at]),
        hidden=int(pairs.hidden_ps[at]),
        exposed=int(pairs.exposed_ps[at]),
        own_wait=wait,
        over=meanwhile(bars, bar.start, bar.end),
    )
