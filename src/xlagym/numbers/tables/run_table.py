"""What a capture that ran, or was published, tells on its own page: figures written as text.

Medians with their quartiles, never one lucky run; what the device doesn't record is said so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.keeping.kept import kept
from xlagym.numbers.units.display import Precision, plainly, show
from xlagym.numbers.units.quantity import symbol

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.profile.ops.op_times import OpTimes
    from xlagym.evidence.reports.spread import Spread

NOT_RECORDED = "not recorded"
_FEW = 20
"""Ops that the table shows."""


@dataclass(frozen=True, slots=True)
class OpLine:
    """One op over all runs, each figure as a text."""

    name: str
    line: int | None
    """Its line in optimized.hlo."""
    category: str
    times: str
    """How often it ran in a run, or in all of them where runs differ."""
    median: str
    """Self time in a run."""
    quartiles: str
    share: str
    """Of the self time of all ops, over all runs."""


@dataclass(frozen=True, slots=True)
class RunTable:
    """A measured capture: its device, its runs, its ops with the longest self time."""

    device: str
    chips: str
    runs: str
    envelope: str
    """Median of a run by the profile, with the quartiles and the extremes in words."""
    spread: str
    host: str
    """The same runs by the host's clock."""
    busy: str
    waiting: str
    exposed: str
    xprof: tuple[tuple[str, str], ...]
    """XProf's tools, and what each made of the profile."""
    ops: tuple[OpLine, ...]
    unshown: int
    """Ops with less self time than those of ``ops``."""


@dataclass(frozen=True, slots=True)
class QuotedFigure:
    """A published figure as a page shows it."""

    name: str
    text: str
    says: str
    source: str
    """Key of sources.yml."""
    line: int


@kept
def run_table(capture: Capture) -> RunTable:
    """Return what the page of a measured capture shows. Raises ProblemError where it can't be."""
    timeline, record = capture.timeline, capture.run_record
    into = "ms" if capture.chip == "cpu" else "µs"
    runs = timeline.runs
    envelope = runs.spread_of("envelope_ps")
    all_ps = sum(int(each.self_ps.sum()) for each in timeline.ops)
    warm_up = f"{record.warm_up} runs before the window opened"
    return RunTable(
        device=record.device,
        chips=plainly(max(timeline.profile.device.chips, 1), ""),
        runs=f"{record.runs} in the window, told apart by {runs.told_by}; {warm_up}",
        envelope=_text(envelope, "ps", into),
        spread=_quartiles(envelope, "ps", into),
        host=f"{_text(record.host, 'ns', into)}, {_quartiles(record.host, 'ns', into)}",
        busy=_text(runs.spread_of("busy_ps"), "ps", into),
        waiting=_text(runs.spread_of("waiting_ps"), "ps", into),
        exposed=_text(runs.spread_of("exposed_ps"), "ps", into),
        xprof=tuple((tool, _xprof(said, capture)) for tool, said in record.xprof.items()),
        ops=tuple(_op_line(capture, each, into, all_ps) for each in timeline.ops[:_FEW]),
        unshown=max(len(timeline.ops) - _FEW, 0),
    )


def quoted_figures(capture: Capture) -> list[QuotedFigure]:
    """Return the figures of a published capture. Raises ProblemError where they can't be read."""
    return [
        QuotedFigure(
            each.name,
            plainly(each.value, symbol(each.unit)),
            each.says,
            each.source,
            each.line,
        )
        for each in capture.figures.values()
    ]


def _op_line(capture: Capture, times: OpTimes, into: str, all_ps: int) -> OpLine:
    instruction = next(
        (each for each in capture.hlo.instructions if each.name == times.op.name), None
    )
    mine = int(times.self_ps.sum())
    return OpLine(
        name=times.op.name,
        line=None if instruction is None else instruction.line,
        category=times.op.category or times.op.opcode,
        times=_times(times),
        median=_text(times.own, "ps", into),
        quartiles=_quartiles(times.own, "ps", into),
        share=show(100 * mine / all_ps, "%", None, Precision(1)).text if all_ps else NOT_RECORDED,
    )


def _xprof(said: str, capture: Capture) -> str:
    """What a tool gave; where that is nothing for a CPU, why."""
    empty = said == "0 rows" and capture.chip == "cpu"
    return f"{said} (it counts ops of device planes, and a CPU has none)" if empty else said


def _times(times: OpTimes) -> str:
    counts = {int(count) for count in times.occurrences}
    if len(counts) == 1:
        return f"{counts.pop():,}"
    return f"{min(counts):,} to {max(counts):,}"


def _text(spread: Spread | None, unit: str, into: str) -> str:
    if spread is None:
        return NOT_RECORDED
    return show(spread.median, unit, into, Precision(_decimals(into))).text


def _quartiles(spread: Spread | None, unit: str, into: str) -> str:
    if spread is None:
        return NOT_RECORDED
    digits = Precision(_decimals(into))
    low, lower, upper, high = (
        show(value, unit, into, digits).text.removesuffix(f" {into}")
        for value in (spread.low, spread.lower_quartile, spread.upper_quartile, spread.high)
    )
    return f"quartiles {lower} and {upper}, extremes {low} and {high} {into}"


def _decimals(into: str) -> int:
    return 2 if into == "ms" else 1
