"""GYM·18, predict the bytes: what a program computes and moves by its shapes, and its bill.

Every round is settled by arithmetic on the types that XLA receives. The compiler's own account is
held against it last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Unpack

from xlagym.captures.accounts import timeline_account
from xlagym.captures.forms import PROGRAM, STABLEHLO
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.exhibits import Excerpt, Table, whole
from xlagym.gym.rounds.round import RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import sentence
from xlagym.gym.stations.predict_the_bytes.accounts import account_figures, accounts
from xlagym.gym.stations.predict_the_bytes.bill import bill_round
from xlagym.gym.stations.predict_the_bytes.bytes import bytes_round, tensor_table
from xlagym.gym.stations.predict_the_bytes.flops import flops_round, product_table
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.accounts import TimelineAccount
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate, Writing
    from xlagym.numbers.number import Number

KIND = "predict-the-bytes"


@dataclass(frozen=True, slots=True)
class _BytesReading:
    """What the station reads of a program compiled for several targets."""

    exhibits: tuple[Excerpt, ...]
    flops: Round | None
    products: Table
    bytes: Round
    tensors: Table
    bills: tuple[tuple[str, Round, Table], ...]
    """For each capture that has an account: its id, the round, the accounts side by side."""


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    make = partial(_room, spec, store, evaluate)
    return Station(
        spec, gather(spec, spec.programs, make, "programs"), withheld=0, groups=tuple(spec.programs)
    )


def _room(spec: Spec, store: Store, evaluate: Evaluate, variant: str) -> Room:
    captures = [store.get(f"{variant}@{target}") for target in spec.targets]
    told = [timeline_account(store, variant, each.chip) for each in captures]
    timed = [each.capture for each in told if each.capture is not None]
    reading = _read(captures, told)
    path = f"{spec.path}{variant}/"
    first = captures[0]

    def number(
        name: str, expression: str, id: str = first.id, **writing: Unpack[Writing]
    ) -> Number:
        let = {"c": id}
        return evaluate(f"{id}/{name}", expression, let=let, page=path, **writing)

    rounds: list[Round] = []
    if reading.flops is not None:
        flops = number("flops", "c.arithmetic.matmul_flops", show="GFLOP", digits=2)
        figures = (RoomFact("all matrix products", (flops,), ("",)),)
        rounds.append(replace(reading.flops, revealed=(reading.products,), figures=figures))
    moved = number("io", "c.io_bytes", show="MB", digits=2)
    figures = (RoomFact("in and out", (moved,), ("",)),)
    rounds.append(replace(reading.bytes, revealed=(reading.tensors,), figures=figures))
    account_of = {each.id: account for each, account in zip(captures, told, strict=True)}
    for id, asked, table in reading.bills:
        own = partial(number, id=id)
        facts = account_figures(store.get(id), account_of[id], own, evaluate, path)
        rounds.append(replace(asked, revealed=(table,), figures=facts))
    return Room(
        capture=first.id,
        variant=variant,
        target=first.target,
        basis=first.basis,
        title=variant,
        about=f"{sentence(spec.programs[variant])}.",
        path=path,
        rounds=tuple(rounds),
        exhibits=reading.exhibits,
        captures=tuple(dict.fromkeys(each.id for each in (*captures, *timed))),
    )


@kept
def _read(captures: list[Capture], told: list[TimelineAccount]) -> _BytesReading:
    first = captures[0]
    asked = bytes_round(first)
    if asked is None:
        raise ValueError(f"no misreading of {first.id} comes to another count of bytes")
    bills = []
    for each, account in zip(captures, told, strict=True):
        others = [other for other in captures if other is not each]
        bill = bill_round(each, others, f"bill-{each.target}", chip_name(each.target))
        if bill is not None:
            bills.append((each.id, bill, accounts(each, account)))
    return _BytesReading(
        exhibits=(
            whole(first, STABLEHLO, "StableHLO, what XLA received"),
            whole(first, PROGRAM, "Python"),
        ),
        flops=flops_round(first),
        products=product_table(first),
        bytes=asked,
        tensors=tensor_table(first),
        bills=tuple(bills),
    )
