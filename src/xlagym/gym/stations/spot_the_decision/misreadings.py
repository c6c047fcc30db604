"""Ways to take another line for the framework's decision, each with what that line really is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.hlo.shapes import element_bits
from xlagym.gym.rounds.words import code
from xlagym.gym.stations.spot_the_decision.written_lines import Kind, is_float

if TYPE_CHECKING:
    from xlagym.gym.stations.spot_the_decision.written_lines import Listing, Written

YOURS = "you wrote that"
LATER = "a later line of the same kind"
FIRST_BROADCAST = "any broadcast"
USE = "where the result is used"
NUMBER = "the number before it is repeated"
FEWER = "fewer bits for more"
RETYPED = "another kind of number for more bits"
WIDE = "a constant that is born wide"
START = "where a reduction starts"
BROUGHT = "a number that comes with a function"
NUMPY = "a number that numpy typed"
REPEATED = "where the number is repeated"
AGAIN = "the first value that is made again"
BACK = "where the way back begins"
KEPT = "what jax.checkpoint keeps"
REMATTED = "rematted_computation"
"""In the names of what is made again."""

type Guess = tuple[str, Written, Markup]
"""The misreading's name, the line that it picks, and what that line is."""


def broadcasts(listing: Listing, key: Written | None) -> Iterator[Guess]:
    """Other lines than the first that repeats values unasked."""
    if asked := listing.first(Kind.ASKED_SHAPE):
        same = Markup(" It repeats nothing: {} has as many values as {}.").format(
            code(asked.after), code(asked.before)
        )
        yield (
            YOURS,
            asked,
            Markup("{} asks for this shape.").format(code(asked.quoted))
            + (same if asked.values[0] == asked.values[1] else ""),
        )
    if unit := listing.first(Kind.UNIT):
        yield (
            FIRST_BROADCAST,
            unit,
            Markup("It only adds sizes of one: {} has as many values as {}.").format(
                code(unit.after), code(unit.before)
            ),
        )
    yield from _later(listing, key)
    yield from _used(listing, key, "By then its operands have the same shape.")
    if key and (made := _maker(listing, key)) and made.name == "constant":
        yield (
            NUMBER,
            made,
            Markup("This is one number, {}. Line {} repeats it.").format(
                code(made.after), key.line
            ),
        )


def upcasts(listing: Listing, key: Written | None) -> Iterator[Guess]:
    """Other lines than the first that widens floats unasked."""
    if asked := listing.first(Kind.ASKED_TYPE):
        yield (
            YOURS,
            asked,
            Markup("{} asks for {}.").format(code(asked.quoted), code(asked.after)),
        )
    if narrow := listing.first(Kind.NARROWING):
        yield (
            FEWER,
            narrow,
            Markup("It goes from {} to {}, which has fewer bits.").format(
                code(narrow.before), code(narrow.after)
            ),
        )
    if other := listing.first(Kind.RETYPED):
        yield (
            RETYPED,
            other,
            Markup(
                "It goes from {} to {}: integers become floats, and no float is widened."
            ).format(code(other.before), code(other.after)),
        )
    if wide := _born_wide(listing, key):
        yield (
            WIDE,
            wide,
            Markup("This number is {} from the start; nothing is converted here.").format(
                code(_type(wide.after))
            ),
        )
    yield from _later(listing, key)
    yield from _used(listing, key, "By then it is already wide.")


def constants(listing: Listing, key: Written | None) -> Iterator[Guess]:
    """Other lines than the first with a number that the Python holds."""
    if start := listing.first(Kind.START):
        yield (
            START,
            start,
            Markup(
                "The reduction of {} starts from it. No such number is written in the Python."
            ).format(code(start.quoted)),
        )
    if brought := listing.first(Kind.BROUGHT):
        yield (
            BROUGHT,
            brought,
            Markup("It comes with {}: the code behind it needs this number.").format(
                code(brought.quoted)
            )
            if brought.quoted
            else Markup("No number of the Python is behind it."),
        )
    if typed := listing.first(Kind.NUMPY):
        yield (
            NUMPY,
            typed,
            Markup(
                "In {} the number is numpy's. It has a type of its own: it is no plain number."
            ).format(code(typed.quoted)),
        )
    yield from _later(listing, key)
    if key and (user := next(iter(listing.users(key)), None)):
        name = REPEATED if user.kind is Kind.STRETCH else USE
        yield (
            name,
            user,
            Markup("It takes the number of line {}, which is an array constant by then.").format(
                key.line
            ),
        )


def barriers(listing: Listing, key: Written | None) -> Iterator[Guess]:
    """Other lines than the first that marks values to be made again."""
    if again := next((each for each in listing.lines if REMATTED in each.op_name), None):
        yield (
            AGAIN,
            again,
            Markup("This is computed again, after the mark: its name has {} in it.").format(
                code(REMATTED)
            ),
        )
    if back := next((each for each in listing.lines if "transpose(" in each.op_name), None):
        yield (
            BACK,
            back,
            Markup(
                "Here the backward pass begins: its name has {} in it. This is new work, and "
                "computes nothing again."
            ).format(code("transpose")),
        )
    if kept := next((each for each in listing.lines if each.name == "reduce_precision"), None):
        yield (
            KEPT,
            kept,
            Markup(
                "This rounds a value that is kept, so that the forward and the backward pass "
                "see the same bits. It marks nothing."
            ),
        )
    if key is None and (function := _called_twice(listing)):
        yield (
            "a function that is called twice",
            function,
            Markup("The same function is called again, but for another layer, with other values."),
        )
    yield from _later(listing, key)


def _later(listing: Listing, key: Written | None) -> Iterator[Guess]:
    same = listing.all(key.kind) if key else []
    if key and len(same) > 1:
        yield (
            LATER,
            same[1],
            Markup("It does the same, and line {} does so first.").format(key.line),
        )


def _used(listing: Listing, key: Written | None, then: str) -> Iterator[Guess]:
    if key and (user := next(iter(listing.users(key)), None)):
        yield USE, user, Markup("It uses the result of line {}. {}").format(key.line, then)


def _born_wide(listing: Listing, key: Written | None) -> Written | None:
    """The first constant of the wide type; without a key, of more bits than some float has."""
    floats = [
        element_bits(kind)
        for each in listing.lines
        for kind in map(_type, (each.before, each.after))
        if is_float(kind)
    ]
    for each in listing.lines:
        kind = _type(each.after)
        if each.name != "constant" or not is_float(kind):
            continue
        if kind == _type(key.after) if key else element_bits(kind) > min(floats):
            return each
    return None


def _maker(listing: Listing, line: Written) -> Written | None:
    wanted = line.operands[0] if line.operands else None
    return next((each for each in listing.lines if each.index == wanted), None)


def _called_twice(listing: Listing) -> Written | None:
    seen: set[str] = set()
    for each in listing.lines:
        if each.name == "call":
            callee = each.text.partition("@")[2].partition("(")[0]
            if callee in seen:
                return each
            seen.add(callee)
    return None


def _type(text: str) -> str:
    """The element type of a type: ``f32`` of ``f32[2048]``."""
    return text.partition("[")[0]
