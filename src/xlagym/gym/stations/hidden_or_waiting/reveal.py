"""What a round about a transfer shows and tells: the passage, what stands in it, where it ends."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.shapes import ShapeError, arrays
from xlagym.evidence.timeline.order import TransferRole
from xlagym.evidence.timeline.transfers import WORKING, background
from xlagym.gym.rounds.exhibits import Excerpt, Table, excerpt
from xlagym.gym.rounds.links import capture_link, line_link
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.words import code, counted, listed
from xlagym.gym.stations.hidden_or_waiting.words import BEHIND, ROLES, SYNC, CapturedTransfer
from xlagym.numbers.units.scaled import size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.instruction import Instruction

_BESIDE = 2
"""Instructions that are shown before a transfer and after it."""
_ROWS = 30


def passage(flight: CapturedTransfer) -> Excerpt:
    """The lines of the schedule from a little before the start to a little after the done."""
    transfer = flight.transfer
    lines = [each.line for each in transfer.computation.instructions]
    first = lines.index(transfer.start.line)
    last = lines.index((transfer.waits).line)
    marks = {transfer.start.line, transfer.leaves.line, (transfer.waits).line}
    where = "the entry" if transfer.computation.is_entry else f"%{transfer.computation.name}"
    return excerpt(
        flight.capture,
        HLO,
        f"The schedule, a passage of {where}",
        lines[max(0, first - _BESIDE)],
        lines[min(len(lines) - 1, last + _BESIDE)],
        marks,
    )


def table(flight: CapturedTransfer) -> tuple[Table, ...]:
    """What stands between, a row an instruction; none for an op without a between."""
    rows = [
        (flight.to(each), code(each.opcode), ROLES[its][0])
        for each, its in flight.transfer.roles.items()
    ]
    if not rows:
        return ()
    rest = len(rows) - _ROWS
    note = f"{counted(rest, 'more instruction')}." if rest > 0 else ""
    columns = ("instruction", "opcode", "what it does")
    return (Table("From its start to its done", columns, tuple(rows[:_ROWS]), note),)


def largest(found: Sequence[Instruction]) -> Instruction:
    """The one that makes the most elements; of several, the first."""
    return max(found, key=lambda each: (_elements(each), -each.line))


def reveal(flight: CapturedTransfer, other: Capture | None) -> Reveal:
    """The answer, the lines that show it, where the evidence stops, and a step further."""
    if flight.answer == SYNC:
        answer = Markup("The core waits: {} is one op.").format(flight.link)
    elif flight.answer == BEHIND:
        answer = Markup("It can hide behind {}.").format(
            listed([flight.to(each) for each in _few(flight.works)])
        )
    else:
        answer = Markup("The core waits: nothing works while it is on its way.")
    return Reveal(
        answer=answer,
        shows=_shows(flight),
        means=_means(flight),
        further=_schedulers(flight, other) or _taker(flight),
    )


def _few(found: Sequence[Instruction]) -> list[Instruction]:
    """The largest three, in their order."""
    ranked = sorted(found, key=lambda each: (-_elements(each), each.line))[:3]
    return sorted(ranked, key=lambda each: each.line)


def _shows(flight: CapturedTransfer) -> Markup:
    transfer = flight.transfer
    moved = _moved(flight)
    if transfer.synchronous:
        return Markup("It is on {}, with no start or done beside it.{}").format(
            line_link(flight.capture.id, HLO, transfer.start.line), moved
        )
    if not transfer.between:
        said = Markup("{} is followed by {} at once.").format(
            flight.to(transfer.leaves), flight.to(transfer.waits)
        )
        return said + _handed(flight) + moved
    counts = Counter(transfer.roles.values())
    told = listed(
        [
            Markup("{} {}").format(counts[its], ROLES[its][counts[its] > 1])
            for its in TransferRole
            if counts[its]
        ]
    )
    if len(transfer.between) == 1:
        (each,) = transfer.between
        said = Markup("Between {} and {} is {}, which {}.").format(
            flight.to(transfer.leaves),
            flight.to(transfer.waits),
            flight.to(each),
            ROLES[transfer.roles[each]][0],
        )
    else:
        said = Markup("Between {} and {} are {} instructions: {}.").format(
            flight.to(transfer.leaves), flight.to(transfer.waits), len(transfer.between), told
        )
    return said + _handed(flight) + moved


def _moved(flight: CapturedTransfer) -> Markup:
    if not flight.bytes:
        return Markup("")
    if flight.transfer.kind in ("copy", "slice"):
        return Markup(" It moves {}.").format(size(flight.bytes))
    return Markup(" Its operand has {} on each chip.").format(size(flight.bytes))


def _handed(flight: CapturedTransfer) -> Markup:
    transfer = flight.transfer
    if transfer.leaves is transfer.start:
        return Markup("")
    return Markup(" {} takes no data; {} hands them over.").format(
        flight.to(transfer.start), flight.to(transfer.leaves)
    )


def _means(flight: CapturedTransfer) -> Markup:
    if flight.answer == SYNC:
        return Markup(
            "In the order of a schedule the next op begins when this one is done. How long that "
            "takes, the schedule does not say."
        )
    if flight.answer != BEHIND:
        return Markup(
            "The done waits for the whole of it. How long that takes, the schedule does not say."
        )
    forecast = flight.capture.forecast
    cycles = [
        (each, forecast.ops[each.name])
        for each in _few(flight.works)
        if forecast is not None and forecast.ops.get(each.name)
    ]
    told = Markup("")
    if cycles:
        told = Markup(" The forecast gives {}, and nothing for the transfer.").format(
            listed([Markup("{} {:,} cycles").format(flight.to(e), count) for e, count in cycles])
        )
    return (
        Markup(
            "That it can hide does not mean that it does: a schedule does not say when the data "
            "arrive. If the core has to wait, it waits at the done."
        )
        + told
    )


def _taker(flight: CapturedTransfer) -> Markup:
    after = flight.around[1]
    taker = next((each for each in after if flight.takes(each)), None)
    if taker is None:
        return Markup("")
    return Markup("{}, on line {}, needs what it brings.").format(flight.to(taker), taker.line)


def _schedulers(flight: CapturedTransfer, other: Capture | None) -> Markup:
    """How many transfers have work beside them, with the latency hiding scheduler and without."""
    if other is None:
        return Markup("")
    here, there = tally(flight.capture), tally(other)
    off = "+no-latency-hiding" in flight.capture.id
    return Markup(
        "With the latency hiding scheduler {}, as here, {} of {} background transfers have work "
        "beside them; with it {}, {} of {} ({})."
    ).format(
        "off" if off else "on",
        *here,
        "on" if off else "off",
        *there,
        capture_link(other.id),
    )


def tally(capture: Capture) -> tuple[int, int]:
    """How many transfers of a capture have work beside them, and how many there are."""
    found = background(capture.hlo)
    return sum(each.hides(WORKING) for each in found), len(found)


def _elements(each: Instruction) -> int:
    try:
        return sum(array.elements for array in arrays(each.shape))
    except ShapeError:
        return 0
