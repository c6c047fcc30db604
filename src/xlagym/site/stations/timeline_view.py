"""The timeline x-ray as its templates take it: facts, rows drawn, ops told, rounds, ways on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from xlagym.chips.names import chip_name, ran_on, short_name
from xlagym.evidence.timeline.timeline import Kind
from xlagym.gym.stations.timeline.words import amount, share, takes
from xlagym.site.show.listing import Line, render_listing
from xlagym.site.show.timeline_svg import Drawing, draw, undrawn
from xlagym.site.stations.xray_view import Choice, shown_fact

if TYPE_CHECKING:
    from xlagym.evidence.timeline.timeline import OpTime, Timeline
    from xlagym.gym.stations.timeline.ops import ShownOp
    from xlagym.gym.stations.timeline.room import TimelineRoom
    from xlagym.gym.stations.timeline.station import TimelineStation


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


def room_context(station: TimelineStation, room: TimelineRoom) -> dict[str, Any]:
    """What ``timeline.html`` needs, and ``quoted``: the numbers of the page, for its receipts."""
    facts = tuple(shown_fact(each) for each in room.facts)
    published = tuple(shown_fact(each) for each in room.published)
    timeline = room.reading.timeline
    return {
        "station": station.spec,
        "room": room,
        "chip": chip_name(room.target),
        "facts": facts,
        "published": published,
        "quoted": [quoted for each in (*facts, *published) for quoted, _ in each.parts],
        "timeline": timeline,
        "chart_title": _chart_title(timeline),
        "columns": COLUMNS[timeline.unit],
        "programs": _programs(station, room),
        "chips": _chips(station, room),
        "remarks": _remarks(room),
        "looks": _looks(room),
    }


def room_texts(room: TimelineRoom) -> dict[str, Any]:
    """What ``timeline.html`` shows of the reading alone, so that it can be kept with it."""
    return {"drawing": drawing(room), "ops": [told(op, room) for op in room.reading.ops]}


def index_context(station: TimelineStation) -> dict[str, Any]:
    """What ``timeline_index.html`` needs: every program and, for each chip, its room if any."""
    rooms = {(room.variant, room.target): room for room in station.rooms}
    return {
        "station": station.spec,
        "withheld": station.withheld,
        "rounds": station.card_rounds,
        "targets": [
            (target, chip_name(target), "measured" if ran_on(target) else "compiled")
            for target in station.spec.targets
        ],
        "rows": [
            (
                variant,
                about,
                [
                    (room, _in_brief(room)) if (room := rooms.get((variant, target))) else None
                    for target in station.spec.targets
                ],
            )
            for variant, about in station.spec.programs.items()
        ],
        "first": station.rooms[0],
    }


def _in_brief(room: TimelineRoom) -> tuple[str, str]:
    """A room in a cell: how long, and of how many ops."""
    timeline = room.reading.timeline
    count = len(timeline.ops)
    return amount(timeline.end, timeline.unit), f"{count} op{'' if count == 1 else 's'}"


def drawing(room: TimelineRoom) -> Drawing:
    """The rows of a room."""
    reading = room.reading
    label = f"Timeline of {room.variant} on {chip_name(room.target)}"
    return draw(reading.timeline, reading.ops, label, lambda op: f"#{op.id}")


def told(op: ShownOp, room: TimelineRoom) -> ToldOp:
    """One op with its text and its figures."""
    timeline = room.reading.timeline
    known = timeline.ops[room.reading.ops.index(op)]
    title = f"%{op.name}"
    if known.flight is not None:
        title = f"%{known.flight.start} → %{op.name}"
    lines = [Line(line.number, line.text) for line in op.hlo]
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


def _chart_title(timeline: Timeline) -> str:
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


def _looks(room: TimelineRoom) -> list[tuple[str, str]]:
    """The kinds of bars that are there, each with what it says, for a legend."""
    reading = room.reading
    there = set()
    for row in reading.timeline.rows:
        for bar in row.bars:
            worked = bar.kind is Kind.WORK and bar.length
            there.add(reading.ops[bar.op].look if worked else str(bar.kind))
            if not bar.length:
                there.add("mark")
    return [(look, words) for look, words in _LOOKS.items() if look in there]


def _remarks(room: TimelineRoom) -> list[str]:
    """What the picture does not show, and why."""
    timeline = room.reading.timeline
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


def _programs(station: TimelineStation, room: TimelineRoom) -> list[Choice]:
    """Other programs: on the same target where there is one, else on the first that has it."""
    found = {}
    for other in station.rooms:
        if other.variant not in found or other.target == room.target:
            found[other.variant] = other
    return [
        Choice(variant, other.about, other.path, current=other is room)
        for variant, other in found.items()
    ]


def _chips(station: TimelineStation, room: TimelineRoom) -> list[Choice]:
    return [
        Choice(
            name=short_name(other.target),
            label=f"{chip_name(other.target)}, {other.basis}",
            path=other.path,
            current=other is room,
        )
        for other in station.rooms
        if other.variant == room.variant
    ]
