"""GYM·17, hidden or waiting: a transfer in a schedule; is the core waiting for it?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from xlagym.chips.names import chip_name
from xlagym.evidence.timeline.transfers import transfers
from xlagym.gym.rounds.round import RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import sentence
from xlagym.gym.stations.hidden_or_waiting.reveal import passage, table
from xlagym.gym.stations.hidden_or_waiting.round import asked, is_certain
from xlagym.gym.stations.hidden_or_waiting.words import BEHIND, CapturedTransfer
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.evidence.hlo.module import Module
    from xlagym.evidence.timeline.transfers import Transfer
    from xlagym.gym.rounds.exhibits import Excerpt, Table
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "hidden-or-waiting"
_MOST = 4
"""Rounds of one room."""
_HIDING = 2
"""Of them, whose answer is that it can hide."""
_OFF = "+no-latency-hiding"


@dataclass(frozen=True, slots=True)
class _TransferReading:
    """What the station reads of one transfer."""

    asked: Round
    excerpt: Excerpt
    revealed: tuple[Table, ...]


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    make = partial(_room, spec, store, evaluate)
    rooms = gather(spec, spec.captures, make, "captures")
    return Station(spec, rooms, withheld=0, groups=tuple(spec.programs))


def _room(spec: Spec, store: Store, evaluate: Evaluate, id: str) -> Room:
    capture = store.get(id)
    other = _without(store, id)
    readings = _read(capture, other)
    variant, target = capture.manifest.variant, capture.target
    path = f"{spec.path}{variant}/{id.partition('@')[2].replace('+', '-')}/"
    off = id.endswith(_OFF)
    number = evaluate(f"{id}/transfers", "c.schedule.flights", let={"c": id}, page=path)
    where = f"{chip_name(target)}, no latency hiding" if off else chip_name(target)
    how = " The latency hiding scheduler is switched off." if off else ""
    return Room(
        capture=id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=f"{variant} on {where}",
        label=where if off else "",
        about=f"{sentence(spec.programs[variant])}.{how}",
        path=path,
        rounds=tuple(
            replace(each.asked, exhibits=(each.excerpt,), revealed=each.revealed)
            for each in readings
        ),
        facts=(
            RoomFact(
                "in the background", (number,), ("transfer" if number.text == "1" else "transfers",)
            ),
        ),
    )


def _without(store: Store, id: str) -> Capture | None:
    """The same program on the same target with the scheduler off, or on where it is off here."""
    other = id.removesuffix(_OFF) if id.endswith(_OFF) else f"{id}{_OFF}"
    return store.captures.get(other)


@kept
def _read(capture: Capture, other: Capture | None) -> tuple[_TransferReading, ...]:
    flights = _chosen(capture)
    if not flights:
        raise ValueError(f"no transfer of {capture.id} is hidden or waited for, for certain")
    return tuple(
        _TransferReading(asked(each, other), passage(each), table(each)) for each in flights
    )


def _chosen(capture: Capture) -> list[CapturedTransfer]:
    """One of each kind of answer and of op, those that wait before those that can hide.

    So no page asks the same thing twice, and answers are mixed.
    """
    found: dict[tuple[str, str], CapturedTransfer] = {}
    for transfer in _by_waiting(capture.hlo):
        each = CapturedTransfer(capture, transfer)
        if is_certain(transfer):
            found.setdefault((each.answer, each.transfer.kind), each)
    waits = [each for each in found.values() if each.answer != BEHIND]
    hides = [each for each in found.values() if each.answer == BEHIND]
    chosen = [*waits[: _MOST - 1], *hides[: _MOST - len(waits[: _MOST - 1])][:_HIDING]]
    return sorted(chosen, key=lambda each: each.transfer.start.line)


def _by_waiting(module: Module) -> Iterator[Transfer]:
    """The transfers of each computation in the order in which the core waits for them."""
    for _, those in groupby(transfers(module), key=lambda each: each.computation.name):
        yield from sorted(those, key=lambda each: each.order.at[each.waits.name])
