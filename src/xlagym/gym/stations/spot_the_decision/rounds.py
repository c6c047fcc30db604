"""The framework's four decisions, and the round that asks for the first line of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from xlagym.captures.forms import PROGRAM, STABLEHLO
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Choice, Reveal
from xlagym.gym.rounds.words import code, counted, listed
from xlagym.gym.rounds.wrong import misread
from xlagym.gym.stations.spot_the_decision import misreadings
from xlagym.gym.stations.spot_the_decision.misreadings import REMATTED, Search
from xlagym.gym.stations.spot_the_decision.written_lines import LineKind

if TYPE_CHECKING:
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.stations.spot_the_decision.misreadings import MisreadingTable
    from xlagym.gym.stations.spot_the_decision.written_lines import Listing, WrittenLine

NONE = "No line does"
_DENSE = re.compile(r"dense<([^>]*)>")
_REASONS: Final[Mapping[LineKind, str]] = {
    LineKind.ASKED_SHAPE: "The Python asks for this shape.",
    LineKind.UNIT: "It only adds sizes of one.",
    LineKind.ASKED_TYPE: "The Python asks for this type.",
    LineKind.NARROWING: "It goes to fewer bits.",
    LineKind.RETYPED: "It widens no float.",
    LineKind.START: "A reduction starts from it.",
    LineKind.BROUGHT: "The number comes with the function.",
    LineKind.NUMPY: "The number is numpy's.",
}
"""Why a line of such a kind is not the one that is asked for, where its op might be."""
_SHOWN = 6
"""Lines that a sentence lists."""


@dataclass(frozen=True, slots=True)
class FrameworkDecision:
    """One kind of decision."""

    name: str
    """``upcast``; of its rounds, on their pages."""
    kind: LineKind
    question: str
    table: MisreadingTable
    """What may be taken for the line that is asked for."""
    operation: str
    """Of StableHLO, that the decision takes the form of."""
    does: str
    """What lines of this kind do, for ``2 lines …``."""
    lacks: str
    """What a line of another op does, for ``This is multiply, and …``."""


DECISIONS = (
    FrameworkDecision(
        "broadcast",
        LineKind.STRETCH,
        "Which is the first line that repeats values to fill a larger shape, where the Python does "
        "not say so?",
        misreadings.BROADCASTS,
        "broadcast_in_dim",
        "repeat values unasked",
        "repeats nothing",
    ),
    FrameworkDecision(
        "upcast",
        LineKind.UPCAST,
        "Which is the first line that turns floats into floats of more bits, where the Python does "
        "not ask for it?",
        misreadings.UPCASTS,
        "convert",
        "widen floats unasked",
        "converts nothing",
    ),
    FrameworkDecision(
        "constant",
        LineKind.PROMOTED,
        "Which is the first line where a plain number written in the Python becomes an array "
        "constant, of a type that JAX chose?",
        misreadings.CONSTANTS,
        "constant",
        "hold a number of the Python",
        "holds no number",
    ),
    FrameworkDecision(
        "remat",
        LineKind.BARRIER,
        "Which is the first line where JAX marks values to be computed again in the backward pass, "
        "instead of kept?",
        misreadings.BARRIERS,
        "optimization_barrier",
        "mark values to be computed again",
        "marks nothing",
    ),
)


def decision_round(listing: Listing, decision: FrameworkDecision) -> Round | None:
    """Ask for the first line; None where too little can be taken for it.

    A round whose answer is that no line does needs two lines to be taken for it.
    """
    key = listing.first(decision.kind)
    guesses = [
        guess
        for guess in misread(decision.table, Search(listing, key))
        if key is None or guess[1].line != key.line
    ]
    lines = {line.id: (name, text) for name, line, text in reversed(guesses)}
    if len(lines) < (1 if key else 2):
        return None
    why = {}
    for each in listing.lines:
        text = lines[each.id][1] if each.id in lines else _other(decision, key, each)
        why[each.id] = Markup("Line {}. {}").format(each.line, text)
    if key:
        why[key.id] = Markup("Line {}. {}").format(key.line, _same(key))
    return choice_round(
        Asked(
            f"{listing.capture}/{decision.name}",
            decision.question,
            Markup(decision.question),
            f"{listing.capture} {key.text if key else 'none'}",
            none=NONE,
        ),
        [
            Choice(each.id, Markup("{} {}").format(each.line, code(each.text.strip())))
            for each in listing.lines
        ],
        [key.id] if key else [],
        {name: [line.id] for name, line, _ in guesses},
        why,
        {id: name for id, (name, _) in lines.items()},
        _reveal(listing, decision, key, guesses),
    )


def _reveal(
    listing: Listing,
    decision: FrameworkDecision,
    key: WrittenLine | None,
    guesses: Sequence[tuple[str, WrittenLine, Markup]],
) -> Reveal:
    if key is None:
        _, near, text = guesses[0]
        return Reveal(
            answer=Markup("No line does."),
            shows=Markup("The nearest to it is {}. {}").format(link(listing, near), text),
            means=_nothing(listing, decision),
            further=Markup(""),
        )
    return Reveal(
        answer=Markup("{}.").format(link(listing, key, "Line")),
        shows=_shows(listing, key),
        means=_means(listing, key),
        further=_others(listing, decision, key),
    )


def link(listing: Listing, line: WrittenLine, word: str = "line") -> Markup:
    """The line, on the page of its capture."""
    return line_link(listing.capture, STABLEHLO, line.line, f"{word} {line.line}")


def _shows(listing: Listing, key: WrittenLine) -> Markup:
    said = Markup("It is {}").format(code(key.name))
    if key.kind in (LineKind.STRETCH, LineKind.UPCAST):
        said += Markup(" from {} to {}").format(code(key.before), code(key.after))
    if key.python is None:
        return said + Markup(".")
    words = f"line {key.python} of the Python"
    python = line_link(listing.capture, PROGRAM, key.python, words)
    if not key.quoted:
        return said + Markup("; it belongs to {}.").format(python)
    return said + Markup("; {} says {}.").format(python, code(key.quoted))


def _means(listing: Listing, key: WrittenLine) -> Markup:
    users = listing.users(key)
    user = users[0] if users else None
    match key.kind:
        case LineKind.STRETCH if user and user.kind is LineKind.OTHER:
            return Markup(
                "JAX lets operands of different shapes meet. {} of StableHLO takes equal shapes "
                "only, so the repetition is a line of its own."
            ).format(code(user.name))
        case LineKind.STRETCH:
            return Markup("In StableHLO every repetition is a line of its own.")
        case LineKind.UPCAST if user and user.name == "reduce":
            return Markup("JAX adds up {} in {}, to lose less precision.").format(
                code(key.before.partition("[")[0]), code(key.after.partition("[")[0])
            )
        case LineKind.UPCAST:
            return Markup("Two types meet in {}, and JAX takes one that holds both: {}.").format(
                code(key.quoted), code(key.after.partition("[")[0])
            )
        case LineKind.PROMOTED:
            stored = _DENSE.search(key.text)
            return Markup(
                "A Python number has no array type of its own. It takes the type of the array that "
                "it meets, {}, and is stored as {}."
            ).format(code(key.after.partition("[")[0]), code(stored[1] if stored else "?"))
        case _:
            return Markup(
                "The barrier takes {} and gives them back unchanged. What is computed again starts "
                "from its results, so the compiler cannot merge it with the first computation."
            ).format(counted(len(key.operands), "value"))


def _others(listing: Listing, decision: FrameworkDecision, key: WrittenLine) -> Markup:
    same = listing.all(key.kind)
    links = [link(listing, each) for each in same[:_SHOWN]]
    more = Markup(" and more") if len(same) > _SHOWN else Markup("")
    if key.kind is LineKind.BARRIER:
        again = [each for each in listing.lines if REMATTED in each.op_name]
        made = Markup(" The lines that compute them again have {} in their names: {}.").format(
            code(REMATTED), counted(len(again), "line")
        )
    else:
        made = Markup("")
    if len(same) == 1:
        return Markup("No other line of this listing does so.") + made
    return (
        Markup("{} lines of this listing {}: {}{}.").format(
            len(same), decision.does, listed(links) if not more else Markup(", ").join(links), more
        )
        + made
    )


def _nothing(listing: Listing, decision: FrameworkDecision) -> Markup:
    count = sum(each.name == decision.operation for each in listing.lines)
    if not count:
        return Markup("This listing has no {}.").format(code(decision.operation))
    return Markup("This listing has {} of {}, and none that does this.").format(
        counted(count, "line"), code(decision.operation)
    )


def _other(decision: FrameworkDecision, key: WrittenLine | None, line: WrittenLine) -> Markup:
    """What a line is that no misreading takes for the key, and why it is another."""
    if key is not None and line.kind is decision.kind:
        return Markup("It does the same, and line {} does so first.").format(key.line)
    said = Markup("This is {}").format(code(line.name))
    if line.quoted and line.python is not None:
        said += Markup(", for {} in line {} of the Python").format(code(line.quoted), line.python)
    if line.name == decision.operation and line.kind in _REASONS:
        return said + Markup(". {}").format(_REASONS[line.kind])
    return said + Markup(". It {}.").format(decision.lacks)


def _same(line: WrittenLine) -> Markup:
    if line.kind in (LineKind.STRETCH, LineKind.UPCAST):
        return Markup("{} goes from {} to {}, and {} does not say so.").format(
            code(line.name), code(line.before), code(line.after), code(line.quoted)
        )
    if line.kind is LineKind.PROMOTED:
        return Markup("The number is written in {}.").format(code(line.quoted))
    return Markup("After it, values are computed again.")
