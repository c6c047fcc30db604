"""The sentences of the timeline x-ray: amounts, and what an op is, takes and comes from."""

from __future__ import annotations

from markupsafe import Markup

from xlagym.evidence.timeline.timeline import OpTime, Timeline, Unit
from xlagym.gym.rounds.words import counted, listed, named
from xlagym.numbers.units.scaled import time


def amount(value: int, unit: Unit) -> str:
    """Whole cycles, or a time in the unit that leaves one to three digits before the point."""
    if unit == "cycle":
        return counted(value, "cycle")
    if unit == "step":
        return counted(value, "step")
    return time(value)


def share(part: int, whole: int) -> str:
    """A share in percent; what is there at all is never nothing."""
    percent = 100 * part / whole if whole else 0.0
    if 0 < percent < 0.1:
        return "under 0.1 %"
    return f"{percent:.0f} %" if percent >= 10 else f"{percent:.1f} %"


def takes(op: OpTime, timeline: Timeline) -> Markup:
    """What an op takes of the run that is shown, in a sentence or two."""
    if op.flight is not None:
        return _in_flight(op, timeline)
    if timeline.unit == "step":
        return Markup("Nobody forecasts how long it takes: only its place is known.")
    if op.total is None:
        return Markup("The forecast says nothing of it, so it has a place here and no length.")
    if op.total == 0 and timeline.unit == "cycle":
        return Markup("The forecast gives it no cycles.")
    return _time(op, timeline)


def _time(op: OpTime, timeline: Timeline) -> Markup:
    unit, own, total = timeline.unit, op.own or 0, op.total or 0
    if timeline.runs is None and own == 0:
        return Markup("What it holds takes {} by the forecast, each op once.").format(
            amount(total, unit)
        )
    part, taken = share(own, timeline.end), amount(own, unit)
    said = Markup("{}, {} of the run").format(taken, part)
    if unit == "cycle":
        said = Markup("{} by the forecast, {} of the schedule").format(taken, part)
    if op.times > 1:
        said += Markup(", in {} bars").format(f"{op.times:,}")
    if total != own:
        said += Markup(": its own, of {} with what is inside it").format(amount(total, unit))
    return said + "." + over_runs(op)


def over_runs(op: OpTime) -> Markup:
    """The middle and the spread of its own time over all runs; nothing where there are none."""
    if op.runs is None or op.runs.count < 2:
        return Markup("")
    low, middle, high = (amount(x, "ps") for x in (op.runs.low, op.runs.median, op.runs.high))
    return Markup(" Over {} runs {} to {}, median {}.").format(op.runs.count, low, high, middle)


def _in_flight(op: OpTime, timeline: Timeline) -> Markup:
    flight = op.flight
    assert flight is not None, "asked for by whoever has one"
    start = named(flight.start)
    if timeline.unit == "ps":
        return _recorded(op, start)
    if not flight.over:
        return Markup(
            "Between {} and {} nothing works: by this order there is nothing to hide behind."
        ).format(start, named(op.name))
    over = listed([named(timeline.ops[at].name) for at in flight.over])
    if timeline.unit == "step":
        return Markup("In flight while {} works.").format(over)
    return Markup("In flight over {} of work: {}. When it arrives, no schedule says.").format(
        amount(flight.in_flight, timeline.unit), over
    )


def _recorded(op: OpTime, start: Markup) -> Markup:
    flight = op.flight
    assert flight is not None, "asked for by whoever has one"
    said = Markup("In flight for {} since {}").format(amount(flight.in_flight, "ps"), start)
    if flight.hidden is not None and flight.exposed is not None:
        said += Markup(": {} hidden under compute, {} exposed").format(
            amount(flight.hidden, "ps"), amount(flight.exposed, "ps")
        )
    said += "."
    if flight.own_wait is not None:
        said += Markup(" {} itself waits {} of that.").format(
            named(op.name), amount(flight.own_wait, "ps")
        )
    return said + over_runs(op)
