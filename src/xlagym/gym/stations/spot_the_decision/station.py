"""GYM·03, spot the decision: a StableHLO listing; which line did the framework decide on?"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from xlagym.captures.forms import PROGRAM, STABLEHLO
from xlagym.gym.rounds.exhibits import LinesToChoose, excerpt, whole
from xlagym.gym.rounds.round import RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import sentence
from xlagym.gym.stations.spot_the_decision.rounds import DECISIONS, decision_round
from xlagym.gym.stations.spot_the_decision.written_lines import LineKind, read_listing
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.exhibits import Excerpt
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.gym.stations.spot_the_decision.written_lines import Listing
    from xlagym.numbers.evaluate import Evaluate

KIND = "spot-the-decision"


@dataclass(frozen=True, slots=True)
class _ProgramReading:
    """What the station reads of one program."""

    python: Excerpt
    lines: LinesToChoose
    asked: tuple[tuple[str, Round], ...]
    """By the operation that the decision takes the form of."""
    withheld: int
    count: int
    """Lines that can be chosen."""


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    withheld: list[int] = []

    def room(variant: str) -> Room:
        capture = store.get(f"{variant}@{spec.targets[0]}")
        reading = _read(capture)
        withheld.append(reading.withheld)
        return _room(spec, evaluate, capture, reading)

    rooms = gather(spec, spec.programs, room, "programs")
    return Station(spec, rooms, sum(withheld), groups=tuple(spec.programs))


def _room(spec: Spec, evaluate: Evaluate, capture: Capture, reading: _ProgramReading) -> Room:
    variant = capture.manifest.variant
    path = f"{spec.path}{variant}/"
    count = partial(evaluate, let={"c": capture.id}, page=path)
    rounds = []
    for operation, asked in reading.asked:
        number = count(asked.id, f'c.stablehlo.count("{operation}")')
        fact = RoomFact(f"lines of {operation} in all", (number,), ("",))
        figures = (fact,) if asked.key else ()
        rounds.append(replace(asked, figures=figures, lines=reading.lines))
    return Room(
        capture=capture.id,
        variant=variant,
        target=capture.target,
        basis=capture.basis,
        title=variant,
        label=f"{reading.count} lines",
        about=f"{sentence(spec.programs[variant])}.",
        path=path,
        exhibits=(reading.python,),
        rounds=tuple(rounds),
    )


@kept
def _read(capture: Capture) -> _ProgramReading:
    listing = read_listing(capture)
    asked = [
        (decision, each)
        for decision in DECISIONS
        if (each := decision_round(listing, decision)) is not None
    ]
    sure = [(decision, each) for decision, each in asked if confirmable(listing, decision.kind)]
    if not sure:
        raise ValueError(f"no decision can be asked of {capture.id}")
    return _ProgramReading(
        python=excerpt(capture, PROGRAM, "The Python", _after_docstring(capture), None),
        lines=LinesToChoose(
            whole(capture, STABLEHLO, "StableHLO, what XLA receives"),
            {each.line: each.id for each in listing.lines},
            {
                each.line: (each.python, each.python_end or each.python)
                for each in listing.lines
                if each.python is not None
            },
        ),
        asked=tuple((decision.operation, each) for decision, each in sure),
        withheld=len(asked) - len(sure),
        count=len(listing.lines),
    )


def _after_docstring(capture: Capture) -> int:
    """Line of the program's first statement: its docstring may say what it is an example of."""
    body = ast.parse(capture.text(PROGRAM)).body
    has_docstring = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1 if has_docstring and len(body) > 1 else 0].lineno


def confirmable(listing: Listing, kind: LineKind) -> bool:
    """Whether the jaxpr can confirm the first line of a kind, or that there is none.

    The lowering of a loop makes lines that no equation of the jaxpr asks for, and private
    functions stand in another order there. A barrier is one equation wherever it stands.
    """
    key = listing.first(kind)
    if kind is LineKind.BARRIER:
        return True
    return not listing.loops and not listing.unknown and (key is None or key.function == "main")
