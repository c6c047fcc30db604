"""Ways to take another line for the framework's decision, each with what that line really is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xlagym.evidence.hlo.shapes import element_bits
from xlagym.gym.rounds.words import code
from xlagym.gym.rounds.wrong import Wrong
from xlagym.gym.stations.spot_the_decision.written_lines import LineKind, is_float

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.gym.stations.spot_the_decision.written_lines import Listing, WrittenLine

    type MisreadingTable = Sequence[Wrong[Search, WrittenLine]]

REMATTED = "rematted_computation"
"""In the names of what is made again."""


@dataclass(frozen=True, slots=True)
class Search:
    """A listing, and the line in it that is asked for."""

    listing: Listing
    key: WrittenLine | None

    @property
    def line(self) -> int:
        """Number of the line that is asked for."""
        assert self.key is not None, "told only of a line that there is"
        return self.key.line

    @property
    def later(self) -> WrittenLine | None:
        """The second line of the kind that is asked for."""
        same = self.listing.all(self.key.kind) if self.key else []
        return same[1] if len(same) > 1 else None

    @property
    def user(self) -> WrittenLine | None:
        """The first line that takes the result of the one that is asked for."""
        return next(iter(self.listing.users(self.key)), None) if self.key else None

    @property
    def repeating_user(self) -> WrittenLine | None:
        """That line, where it repeats a value unasked."""
        user = self.user
        return user if user and user.kind is LineKind.STRETCH else None

    @property
    def other_user(self) -> WrittenLine | None:
        """That line, where it does anything else."""
        return None if self.repeating_user else self.user

    @property
    def number(self) -> WrittenLine | None:
        """The constant that the line asked for takes."""
        if self.key is None or not self.key.operands:
            return None
        wanted = self.key.operands[0]
        made = next((each for each in self.listing.lines if each.index == wanted), None)
        return made if made and made.name == "constant" else None

    @property
    def born_wide(self) -> WrittenLine | None:
        """The first constant of the wide type; without a key, of more bits than some float has."""
        lines = self.listing.lines
        types = [kind for each in lines for kind in map(_type, (each.before, each.after))]
        floats = [element_bits(kind) for kind in types if is_float(kind)]
        for each in lines:
            kind = _type(each.after)
            if each.name != "constant" or not is_float(kind):
                continue
            if kind == _type(self.key.after) if self.key else element_bits(kind) > min(floats):
                return each
        return None

    @property
    def called_twice(self) -> WrittenLine | None:
        """The second call of a function, where no line is asked for."""
        if self.key is not None:
            return None
        seen: set[str] = set()
        for each in self.listing.lines:
            if each.name == "call":
                callee = each.text.partition("@")[2].partition("(")[0]
                if callee in seen:
                    return each
                seen.add(callee)
        return None

    def first_in(self, name: str) -> WrittenLine | None:
        """The first line whose name has ``name`` in it."""
        return next((each for each in self.listing.lines if name in each.op_name), None)

    def first_of(self, op: str) -> WrittenLine | None:
        """The first line of an operation."""
        return next((each for each in self.listing.lines if each.name == op), None)


def _type(text: str) -> str:
    """The element type of a type: ``f32`` of ``f32[2048]``."""
    return text.partition("[")[0]


def _quoted(_: Search, line: WrittenLine) -> tuple[Markup]:
    return (code(line.quoted),)


def _from_to(_: Search, line: WrittenLine) -> tuple[Markup, Markup]:
    return code(line.before), code(line.after)


def _to_from(_: Search, line: WrittenLine) -> tuple[Markup, Markup]:
    return code(line.after), code(line.before)


def _key_line(it: Search, _: WrittenLine) -> tuple[int]:
    return (it.line,)


YOURS, USE, BROUGHT = (
    "you wrote that",
    "where the result is used",
    "a number that comes with a function",
)
LATER: Final[Wrong[Search, WrittenLine]] = Wrong(
    "a later line of the same kind",
    lambda it: it.later,
    "It does the same, and line {} does so first.",
    _key_line,
)

BROADCASTS: Final[MisreadingTable] = (
    Wrong(
        YOURS,
        lambda it: (
            line
            if (line := it.listing.first(LineKind.ASKED_SHAPE)) and line.values[0] != line.values[1]
            else None
        ),
        "{} asks for this shape.",
        _quoted,
    ),
    Wrong(
        YOURS,
        lambda it: (
            line
            if (line := it.listing.first(LineKind.ASKED_SHAPE)) and line.values[0] == line.values[1]
            else None
        ),
        "{} asks for this shape. It repeats nothing: {} has as many values as {}.",
        lambda it, line: (*_quoted(it, line), *_to_from(it, line)),
    ),
    Wrong(
        "any broadcast",
        lambda it: it.listing.first(LineKind.UNIT),
        "It only adds sizes of one: {} has as many values as {}.",
        _to_from,
    ),
    LATER,
    Wrong(
        USE,
        lambda it: it.user,
        "It uses the result of line {}. By then its operands have the same shape.",
        _key_line,
    ),
    Wrong(
        "the number before it is repeated",
        lambda it: it.number,
        "This is one number, {}. Line {} repeats it.",
        lambda it, line: (code(line.after), it.line),
    ),
)
"""Other lines than the first that repeats values unasked."""

UPCASTS: Final[MisreadingTable] = (
    Wrong(
        YOURS,
        lambda it: it.listing.first(LineKind.ASKED_TYPE),
        "{} asks for {}.",
        lambda _, line: (code(line.quoted), code(line.after)),
    ),
    Wrong(
        "fewer bits for more",
        lambda it: it.listing.first(LineKind.NARROWING),
        "It goes from {} to {}, which has fewer bits.",
        _from_to,
    ),
    Wrong(
        "another kind of number for more bits",
        lambda it: it.listing.first(LineKind.RETYPED),
        "It goes from {} to {}: integers become floats, and no float is widened.",
        _from_to,
    ),
    Wrong(
        "a constant that is born wide",
        lambda it: it.born_wide,
        "This number is {} from the start; nothing is converted here.",
        lambda _, line: (code(_type(line.after)),),
    ),
    LATER,
    Wrong(
        USE,
        lambda it: it.user,
        "It uses the result of line {}. By then it is already wide.",
        _key_line,
    ),
)
"""Other lines than the first that widens floats unasked."""

CONSTANTS: Final[MisreadingTable] = (
    Wrong(
        "where a reduction starts",
        lambda it: it.listing.first(LineKind.START),
        "The reduction of {} starts from it. No such number is written in the Python.",
        _quoted,
    ),
    Wrong(
        BROUGHT,
        lambda it: line if (line := it.listing.first(LineKind.BROUGHT)) and line.quoted else None,
        "It comes with {}: the code behind it needs this number.",
        _quoted,
    ),
    Wrong(
        BROUGHT,
        lambda it: (
            line if (line := it.listing.first(LineKind.BROUGHT)) and not line.quoted else None
        ),
        "No number of the Python is behind it.",
    ),
    Wrong(
        "a number that numpy typed",
        lambda it: it.listing.first(LineKind.NUMPY),
        "In {} the number is numpy's. It has a type of its own: it is no plain number.",
        _quoted,
    ),
    LATER,
    Wrong(
        "where the number is repeated",
        lambda it: it.repeating_user,
        "It takes the number of line {}, which is an array constant by then.",
        _key_line,
    ),
    Wrong(
        USE,
        lambda it: it.other_user,
        "It takes the number of line {}, which is an array constant by then.",
        _key_line,
    ),
)
"""Other lines than the first with a number that the Python holds."""

BARRIERS: Final[MisreadingTable] = (
    Wrong(
        "the first value that is made again",
        lambda it: it.first_in(REMATTED),
        "This is computed again, after the mark: its name has {} in it.",
        lambda _, __: (code(REMATTED),),
    ),
    Wrong(
        "where the way back begins",
        lambda it: it.first_in("transpose("),
        "Here the backward pass begins: its name has {} in it. This is new work, and computes "
        "nothing again.",
        lambda _, __: (code("transpose"),),
    ),
    Wrong(
        "what jax.checkpoint keeps",
        lambda it: it.first_of("reduce_precision"),
        "This rounds a value that is kept, so that the forward and the backward pass see the same "
        "bits. It marks nothing.",
    ),
    Wrong(
        "a function that is called twice",
        lambda it: it.called_twice,
        "The same function is called again, but for another layer, with other values.",
    ),
    LATER,
)
"""Other lines than the first that marks values to be made again."""
