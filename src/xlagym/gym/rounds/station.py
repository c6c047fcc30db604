"""Stations and their rooms, the same for every kind.

A kind's ``build`` reads evidence and makes one of these. What a round asks and how it looks is the
same everywhere; only the evidence, the key, the misreadings and some exhibits are a kind's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.captures.store import UnknownCaptureError
from xlagym.inputs.problems import Problem, ProblemError

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.rounds.exhibits import Exhibit
    from xlagym.gym.rounds.round import RoomFact, Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Room:
    """One page of a station, with its rounds."""

    capture: str
    """Id of the capture that it is mostly read from."""
    variant: str
    """Of the program, or what else the station's page groups its rooms by."""
    target: str
    """What the program was made for, or ran on."""
    basis: str
    title: str
    """Of the page, behind the station's name: ``mlp on TPU v6e``."""
    about: Markup | str
    """What is on the table, in a sentence."""
    path: str
    """Site path of its page."""
    rounds: tuple[Round, ...]
    exhibits: tuple[Exhibit, ...] = ()
    """Shown beside every round."""
    captures: tuple[str, ...] = ()
    """Ids of all captures that it is read from, where there are more than one."""
    facts: tuple[RoomFact, ...] = ()
    """Figures of its header, each with a receipt; nothing that gives an answer away."""
    published: tuple[RoomFact, ...] = ()
    """Figures that somebody published of what is shown, quoted apart from what was captured."""
    note: str = ""
    """A sentence that the page ends with; empty for none."""
    label: str = ""
    """What it is called in its group, on the station's page; empty for its chip's name."""
    detail: str = ""
    """What stands small beside that; empty for the count of its rounds."""

    @property
    def choosing(self) -> bool:
        """Whether lines of a listing are the choices of a round here."""
        return any(each.lines for each in self.rounds)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers that the page quotes."""
        told = [fact for each in self.rounds for fact in each.figures]
        every = (*self.facts, *told, *self.published)
        return tuple(number for fact in every for number in fact.numbers)


@dataclass(frozen=True, slots=True)
class Station:
    """A station with all its rooms."""

    spec: Spec
    rooms: tuple[Room, ...]
    withheld: int = 0
    """Rounds left out because no second reading could confirm their key."""
    groups: tuple[str, ...] = field(default=())
    """Names that the station's page groups its rooms by; a room belongs to its variant's. Without
    any, rooms are listed by program and target, and each leads to its neighbors in both."""

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Its rounds, in the order of its rooms."""
        return tuple(each for room in self.rooms for each in room.rounds)


def gather[T](
    spec: Spec,
    wanted: Iterable[T],
    make: Callable[[T], Room],
    field: str,
    advice: str = "name another program or target, or capture it",
) -> tuple[Room, ...]:
    """``make`` each room; what is wrong with any of them is told at once.

    Raises ProblemError with every problem, at the spec's ``field``, and there at the capture or
    program that it is about.
    """
    rooms: list[Room] = []
    problems: list[Problem] = []
    for each in wanted:
        try:
            rooms.append(make(each))
        except ProblemError as error:
            problems += error.problems
        except (UnknownCaptureError, KeyError, ValueError) as error:
            problems.append(spec.problem(str(error), advice, *_where(spec, field, each)))
    if problems:
        raise ProblemError(*problems)
    return tuple(rooms)


def _where(spec: Spec, field: str, each: object) -> tuple[str | int, ...]:
    """The entry of a spec's field that a room is made for; the field where it is for several."""
    named = each[0] if isinstance(each, tuple) and each else each
    if field == "captures" and named in spec.captures:
        return field, spec.captures.index(str(named))
    if field == "programs" and named in spec.programs:
        return field, str(named)
    return (field,)
