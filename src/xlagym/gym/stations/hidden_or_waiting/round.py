"""One round about a transfer: what can be chosen, and the misreadings that lead elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import STABLEHLO
from xlagym.evidence.timeline.order import TransferRole
from xlagym.evidence.timeline.transfers import WORKING, Transfer
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Choice, Round
from xlagym.gym.rounds.words import code, named
from xlagym.gym.stations.hidden_or_waiting.reveal import largest, reveal
from xlagym.gym.stations.hidden_or_waiting.words import BARE, BEHIND, SYNC, CapturedTransfer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.instruction import Instruction

QUESTION = "Can {} hide, or does the core wait for it?"
AFTER = "what follows for what runs meanwhile"
BEFORE = "before the start for between"
HIDDEN = "in the background means hidden"
NO_DATA = "a start without its data"
LINES = "lines for time"
ALWAYS = "a done always waits"
PROGRAM = "the program's order for the schedule's"
ONE_OP = "a pair taken for one op"
TWO_OPS = "one op taken for a pair"
_PREFETCH = "cross_program_prefetch_index"
_HIDES = "It can hide: {} works while it is on its way."
_BARE = "The core waits: nothing that takes time runs while it is on its way."
_SYNC = "The core waits: it is one op, with no start and no done of its own."


def is_certain(transfer: Transfer) -> bool:
    """Whether the order alone settles it.

    It doesn't where only single numbers, or other waits, stand between, where a copy may have been
    made before the program began, and where a loop hands the transfer on.
    """
    if transfer.handed_on or not transfer.in_sight:
        return False
    if transfer.synchronous or transfer.hides(WORKING):
        return True
    unsure = {TransferRole.SINGLE, TransferRole.WAIT} & set(transfer.roles.values())
    return not unsure and _PREFETCH not in transfer.start.attributes


def asked(flight: CapturedTransfer, other: Capture | None) -> Round:
    """The round of a transfer; ``other`` is the same program with the other scheduler."""
    start = flight.transfer.start
    offered = list(_offered(flight))
    unique = {each[0]: each for each in reversed(offered)}
    rows = [unique[id] for id in dict.fromkeys(each[0] for each in offered)]
    (key,) = (id for id, name, _, _ in rows if not name)
    order = sorted(rows, key=lambda row: (row[0] in (BARE, SYNC), row[0] == SYNC, _line(row[0])))
    return choice_round(
        Asked(
            f"{flight.capture.id}/{start.name.replace('.', '-')}",
            QUESTION,
            Markup(QUESTION).format(named(start.name)),
            f"{start.name} {flight.answer} {[each.name for each in flight.transfer.between]}",
        ),
        [Choice(id, text) for id, _, text, _ in order],
        [key],
        {name: [id] for id, name, _, _ in rows if name},
        {id: why for id, _, _, why in rows},
        {id: name for id, name, _, _ in rows if name},
        reveal(flight, other),
    )


def _line(id: str) -> int:
    """Ops are offered in the order in which they stand."""
    return int(id.rpartition("-")[2]) if id.startswith("op-") else 0


type Offered = tuple[str, str, Markup, Markup]
"""Id, the misreading that leads to it (none for the key), its text, and why it is right or not."""


def _offered(flight: CapturedTransfer) -> Iterator[Offered]:
    transfer = flight.transfer
    before, after = flight.around
    if flight.answer == BEHIND:
        yield _hides(largest(flight.works), "", _works(flight))
    if early := _before_data(flight):
        yield _hides(early, NO_DATA, _no_data(flight, early))
    if after:
        taker = next((each for each in after if flight.takes(each)), after[0])
        yield _hides(taker, HIDDEN if flight.answer == BARE else AFTER, _late(flight, taker))
    if before and (flight.answer != BARE or not (transfer.between and after)):
        yield _hides(before[-1], BEFORE, _early(flight, before[-1]))
    if flight.answer == BARE and transfer.between:
        yield _hides(transfer.between[-1], LINES, _no_time(flight, transfer.between[-1]))
    yield _bare(flight)
    yield _sync(flight)


def _hides(each: Instruction, name: str, why: Markup) -> Offered:
    return f"op-{each.line}", name, Markup(_HIDES).format(named(each.name)), why


def _bare(flight: CapturedTransfer) -> Offered:
    transfer = flight.transfer
    name, why = (
        "",
        Markup("Between {} and {} no op takes time.").format(
            flight.to(transfer.leaves), flight.to(transfer.waits)
        ),
    )
    if flight.answer == BEHIND:
        name, why = _between(flight)
    elif flight.answer == SYNC:
        name, why = (
            TWO_OPS,
            Markup("{} has no done, so nothing can come between.").format(flight.link),
        )
    return BARE, name, Markup(_BARE), why


def _between(flight: CapturedTransfer) -> tuple[str, Markup]:
    """Why something does stand between, to somebody who thought otherwise."""
    transfer = flight.transfer
    works, done = largest(flight.works), transfer.waits
    if line := _needed_next(flight):
        return PROGRAM, Markup(
            "In the program the next line needs what it brings, as on {} of StableHLO. The "
            "schedule is another order: {} comes before {}."
        ).format(line_link(flight.capture.id, STABLEHLO, line), flight.to(works), flight.to(done))
    return ALWAYS, Markup("{} waits only for what is left by then. {} runs before it.").format(
        flight.to(done), flight.to(works)
    )


def _needed_next(flight: CapturedTransfer) -> int | None:
    """The line of StableHLO that follows the first such transfer there and takes what it brings.

    None unless that is so of all of them: which of them this one is, no name tells.
    """
    ops = flight.capture.stablehlo.ops
    written = f"stablehlo.{flight.transfer.kind.replace('-', '_')}"
    asked_for = [at for at, op in enumerate(ops) if op.name == written]
    if not asked_for or asked_for[-1] + 1 >= len(ops):
        return None
    followed = all(ops[at].index in ops[at + 1].operands for at in asked_for)
    return ops[asked_for[0] + 1].line if followed else None


def _sync(flight: CapturedTransfer) -> Offered:
    transfer = flight.transfer
    if transfer.synchronous:
        why = Markup("{} is one op: the schedule has no {} and no {} of it.").format(
            flight.link,
            code(f"{transfer.start.opcode}-start"),
            code(f"{transfer.start.opcode}-done"),
        )
        return SYNC, "", Markup(_SYNC), why
    why = Markup("{} starts it, {} is its done: two instructions.").format(
        flight.link, flight.to(transfer.waits)
    )
    return SYNC, ONE_OP, Markup(_SYNC), why


def _works(flight: CapturedTransfer) -> Markup:
    transfer = flight.transfer
    return Markup("{} comes after {} and before {}, and it works.").format(
        flight.to(largest(flight.works)),
        flight.to(transfer.leaves),
        flight.to(transfer.waits),
    )


def _late(flight: CapturedTransfer, each: Instruction) -> Markup:
    last = flight.transfer.done
    if last is None:
        said = Markup("{} comes after {}, and begins when that is done.")
        return said.format(flight.to(each), flight.link)
    why = " It takes what arrives." if flight.takes(each) else ""
    return Markup("{} comes after {}: the wait is over by then.{}").format(
        flight.to(each), flight.to(last), why
    )


def _early(flight: CapturedTransfer, each: Instruction) -> Markup:
    return Markup("{} comes before {}: it is over when the data set off.").format(
        flight.to(each), flight.to(flight.transfer.leaves)
    )


def _before_data(flight: CapturedTransfer) -> Instruction | None:
    """What works between a start and the update that hands it its data."""
    transfer = flight.transfer
    if transfer.leaves is transfer.start:
        return None
    found = [each for each in flight.around[0] if each.line > transfer.start.line]
    return found[-1] if found else None


def _no_data(flight: CapturedTransfer, each: Instruction) -> Markup:
    transfer = flight.transfer
    return Markup(
        "{} comes after {}, which takes no data yet. {} hands them over, and that is later."
    ).format(flight.to(each), flight.to(transfer.start), flight.to(transfer.leaves))


def _no_time(flight: CapturedTransfer, each: Instruction) -> Markup:
    its = flight.transfer.roles[each]
    if its is TransferRole.TRANSFER:
        verb = "waits itself" if each.opcode.endswith("-done") else "only starts another transfer"
        return Markup("{} {}: that is no work to hide behind.").format(flight.to(each), verb)
    return Markup("{} is a {}: it only names a value, and nothing runs for it.").format(
        flight.to(each), code(each.opcode)
    )
