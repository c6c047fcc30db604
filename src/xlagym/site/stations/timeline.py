"""The exhibit of the timeline x-ray as its template takes it: rows drawn, ops told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.timeline.timeline import BarKind
from xlagym.gym.stations.timeline.drawn_run import DrawnRun
from xlagym.gym.stations.timeline.words import amount, share, takes
from xlagym.site.show.listing import ListingLine, render_listing
from xlagym.site.show.timeline_svg import Drawing, draw, undrawn

if TYPE_CHECKING:
    from xlagym.evidence.timeline.timeline import OpTime, Timeline
    from xlagym.gym.stations.timeline.ops import ShownOp
    from xlagym.site.stations.exhibits import Show


@dataclass(frozen=True, slots=True)
class ToldOp:
    """An op as the page tells it, in its own section and as a row of the table."""

    op: ShownOp
    title: str
    takes: Markup
    listing: Markup
    cells: tuple[str, ...]
    """In the order of the table's columns."""


COLUMNS = {
    "ps": ("own time", "share", "bars", "with inside", "all runs, median"),
    "cycle": ("cycles", "share", "in flight over"),
}


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A timeline drawn, with its ops told."""

    unit: str
    end: int
    """Of the timeline, in its unit."""
    title: str
    """Which run it is."""
    looks: list[tuple[str, str]]
    """The kinds of bars that are there, each with what it says, for a legend."""
    drawing: Drawing
    columns: tuple[str, ...]
    """Of the table of ops."""
    ops: list[ToldOp]
    remarks: list[str]
    """What the picture does not show, and why."""


def drawn_run(exhibit: DrawnRun, prefix: str) -> ShownRun:  # noqa: ARG001
    """A row of bars a track, each bar leading to its op, told below."""
    timeline = exhibit.timeline
    return ShownRun(
        unit=timeline.unit,
        end=timeline.end,
        title=_which(timeline),
        looks=_looks(exhibit),
        drawing=draw(timeline, exhibit.ops, exhibit.title, lambda op: f"#{op.id}"),
        columns=COLUMNS[timeline.unit],
        ops=[
            told(op, known, timeline) for op, known in zip(exhibit.ops, timeline.ops, strict=True)
        ],
        remarks=_remarks(timeline),
    )


def told(op: ShownOp, known: OpTime, timeline: Timeline) -> ToldOp:
    """One op with its text and its figures."""
    title = f"%{op.name}"
    if known.flight is not None:
        title = f"%{known.flight.start} → %{op.name}"
    lines = [ListingLine(line.number, line.text) for line in op.hlo]
    return ToldOp(
        op=op,
        title=title,
        takes=takes(known, timeline),
        listing=render_listing(lines, "hlo", f"HLO of %{op.name}", f"{op.id}-hlo"),
        cells=tuple(_cells(known, timeline)),
    )


def _cells(op: OpTime, timeline: Timeline) -> list[str]:
    over = ""
    if op.flight is not None:
        over = ", ".join(timeline.ops[at].name for at in op.flight.over) or "nothing"
    own = "not forecast" if op.own is None else amount(op.own, timeline.unit)
    if timeline.unit == "cycle":
        return [own if op.flight is None else "", _share(op, timeline), over]
    median = amount(op.runs.median, "ps") if op.runs else "not recorded"
    spread = f"{amount(op.runs.low, 'ps')} to {amount(op.runs.high, 'ps')}" if op.runs else ""
    return [
        own,
        _share(op, timeline),
        f"{op.times:,}",
        amount(op.total or 0, "ps"),
        f"{median} ({spread})" if spread else median,
    ]


def _share(op: OpTime, timeline: Timeline) -> str:
    return share(op.own, timeline.end) if op.own else ""


def _which(timeline: Timeline) -> str:
    """Which run it is; a schedule is the only one."""
    runs = timeline.runs
    if runs is None:
        return "The schedule"
    return f"Run {runs.shown + 1} of {runs.count}, {amount(timeline.end, timeline.unit)}"


_LOOKS = {
    "fusion": "fusion",
    "library": "fusion that is a library call",
    "kernel": "kernel",
    "plain": "an op on its own",
    "moves": "copy",
    "span": "loop",
    "wait": "waits",
    "flight": "in flight",
    "mark": "no length told",
}


def _looks(exhibit: DrawnRun) -> list[tuple[str, str]]:
    there = set()
    for row in exhibit.timeline.rows:
        for bar in row.bars:
            worked = bar.kind is BarKind.WORK and bar.length
            there.add(exhibit.ops[bar.op].look if worked else str(bar.kind))
            if not bar.length:
                there.add("mark")
    return [(look, words) for look, words in _LOOKS.items() if look in there]


def _remarks(timeline: Timeline) -> list[str]:
    found = []
    left_out = undrawn(timeline)
    if left_out:
        found.append(f"{left_out:,} shorter bars are not drawn; the table counts them.")
    if timeline.left_out:
        found.append(
            f"{timeline.left_out:,} instructions that only name values are not drawn: parameters, "
            "constants, tuples and their elements, bitcasts."
        )
    if timeline.unit == "cycle":
        found.append(
            "A width is a forecast, in static cycles. No clock is cited for this chip, so cycles "
            "stay cycles. A diamond is an op without one."
        )
    if timeline.unit == "ps" and not timeline.flights:
        found.append(
            "The profile of a CPU records nothing in flight. Not recorded is not zero: it cannot "
            "say what was hidden."
        )
    return found


SHOWN: Mapping[type, Show] = {DrawnRun: drawn_run}
