"""One op: which dimension of its value is the most minor one?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.words import sentence
from xlagym.gym.stations.read_the_op.line import AskedOp, Candidate, ops

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture

QUESTION = "Which dimension of this line's result is the most minor one?"


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Values of two dimensions or more, those first that don't lie row by row."""
    found = [op for op in ops(capture) if op.shape.rank > 1 and _order(op)]
    found.sort(key=lambda op: (_order(op)[0] == op.shape.rank - 1, -op.shape.rank))
    for op in found:
        yield Candidate(op.each.name, f"{_order(op)}", partial(_round, op))


def _order(op: AskedOp) -> tuple[int, ...]:
    return op.shape.layout.minor_to_major if op.shape.layout else ()


def dimension(op: AskedOp, number: int) -> str:
    """A dimension in words."""
    return f"dimension {number}, of size {op.shape.dims[number]:,}"


def _round(op: AskedOp) -> Round | None:
    order, dims = _order(op), op.shape.dims
    key = Said(
        dimension(op, order[0]),
        Markup("{} names it first, and the list goes from minor to major.").format(op.layout),
    )
    largest, smallest = dims.index(max(dims)), dims.index(min(dims))
    guesses = {
        "minor to major read backwards": Said(
            dimension(op, order[-1]),
            Markup("it is last in {}, so it is the most major one.").format(op.layout),
        ),
        "row by row without a look": Said(
            dimension(op, len(dims) - 1),
            Markup(
                "the last of the sizes. That is the most minor one only where the layout says so."
            ),
        ),
        "the first of the sizes": Said(
            dimension(op, 0), Markup("the first of the sizes. The order is in the braces.")
        ),
        "the longest is dense": Said(
            dimension(op, largest), Markup("the longest one. Sizes say nothing about the order.")
        ),
        "the shortest is dense": Said(
            dimension(op, smallest), Markup("the shortest one. Sizes say nothing about the order.")
        ),
    }
    asked = Asked(
        f"{op.capture.id}/order-{op.each.line}",
        QUESTION,
        Markup(QUESTION),
        op.each.shape_text,
    )
    reveal = Reveal(
        answer=Markup("{}.").format(sentence(key.text)),
        shows=Markup("See {} on {}.").format(op.layout, op.link),
        means=Markup(
            "The list before the colon names dimensions from the most minor one, whose neighbors "
            "would lie next to each other if there were no tiles, to the most major one."
        ),
        further=Markup("Here that is {}.").format(" then ".join(map(str, order))),
    )
    made = said_round(asked, key, guesses, reveal)
    return None if made is None else replace(made, exhibits=(op.exhibit,))
