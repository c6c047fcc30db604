"""Drills: stations whose rooms are exhibits and rounds of choices, whatever their kind.

Each kind's module builds one of these. What a round asks and how it looks is the same everywhere;
only the evidence, the key and the misreadings are a kind's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.captures.store import UnknownCaptureError
from xlagym.gym.rounds.choices import ChoiceRound
from xlagym.gym.rounds.exhibits import Exhibit, LinesToChoose
from xlagym.gym.rounds.station import Fact, RoundName
from xlagym.inputs.problems import Problem, ProblemError

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.number import Number


@dataclass(frozen=True)
class DrillRound:
    """One question with the exhibits that are its own."""

    asked: ChoiceRound
    exhibits: tuple[Exhibit, ...] = ()
    """Shown while it is asked."""
    revealed: tuple[Exhibit, ...] = ()
    """Shown once it is answered: the lines that show it."""
    figures: tuple[Fact, ...] = ()
    """Numbers of the answer, with receipts; shown once it is answered."""
    lines: LinesToChoose | None = None
    """The listing whose lines are its choices, where they are."""

    @property
    def id(self) -> str:
        """``13/exp@tpu-v6e/launched``."""
        return self.asked.id

    @property
    def hash(self) -> str:
        """Of what it asks and of what it asks about."""
        return self.asked.hash

    @property
    def name(self) -> str:
        """Its id on the page: what stands behind the last slash."""
        return self.id.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class DrillRoom:
    """One page of a drill."""

    capture: str
    """Id of the capture that it is mostly read from."""
    variant: str
    target: str
    basis: str
    title: str
    """Of the page, behind the station's name: ``mlp on TPU v6e``."""
    about: Markup | str
    """What is on the table, in a sentence."""
    path: str
    rounds: tuple[DrillRound, ...]
    exhibits: tuple[Exhibit, ...] = ()
    """Shown beside every round."""
    captures: tuple[str, ...] = ()
    """Ids of all captures that it is read from, where there are more than one."""
    facts: tuple[Fact, ...] = ()
    """Figures of its header, each with a receipt; nothing that gives an answer away."""
    label: str = ""
    """What it is called in its group, on the station's page; empty for its chip's name."""

    @property
    def choosing(self) -> bool:
        """Whether lines of a listing are the choices of a round here."""
        return any(each.lines for each in self.rounds)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers that the page quotes."""
        told = [fact for each in self.rounds for fact in each.figures]
        return tuple(number for fact in (*self.facts, *told) for number in fact.numbers)


@dataclass(frozen=True, slots=True)
class DrillStation:
    """A drill with all its rooms."""

    spec: Spec
    rooms: tuple[DrillRoom, ...]
    withheld: int
    """Rounds left out because no second reading could confirm their key."""
    groups: tuple[str, ...] = field(default=())
    """Names that the station's page groups its rooms by; a room belongs to its variant's."""

    @property
    def card_rounds(self) -> tuple[RoundName, ...]:
        """Its rounds, for pages that say how a person stands."""
        return tuple(RoundName(each.id, each.hash) for room in self.rooms for each in room.rounds)


def gather[T](
    spec: Spec, wanted: Iterable[T], make: Callable[[T], DrillRoom], *where: str
) -> tuple[DrillRoom, ...]:
    """``make`` each room; what is wrong with any of them is told at once.

    Raises ProblemError with every problem, at the spec's field ``where``.
    """
    rooms: list[DrillRoom] = []
    problems: list[Problem] = []
    for each in wanted:
        try:
            rooms.append(make(each))
        except ProblemError as error:
            problems += error.problems
        except (UnknownCaptureError, KeyError, ValueError) as error:
            advice = "name another program or target, or capture it"
            problems.append(spec.problem(str(error), advice, *where))
    if problems:
        raise ProblemError(*problems)
    return tuple(rooms)
