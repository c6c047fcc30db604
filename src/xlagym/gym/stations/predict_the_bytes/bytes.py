"""How many bytes must go into a program and out of it at least, by the types that XLA receives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import STABLEHLO
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.words import code, counted
from xlagym.gym.rounds.wrong import misread
from xlagym.gym.stations.predict_the_bytes.misreadings import WRONG_BYTES, Shapes
from xlagym.numbers.units.scaled import exact, size

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.gym.rounds.round import Round

QUESTION = "At least how many bytes must go into {} and out of it?"
_APART = 1.04
"""Counts that are nearer to each other than by this factor are no other answer."""


def moved(capture: Capture) -> int:
    """Bytes of the arguments and the results, each once."""
    return Shapes(capture).total


def bytes_round(capture: Capture) -> Round | None:
    """The round; None where no misreading comes to another count."""
    total = moved(capture)
    guesses = {
        name: Guess(value, why)
        for name, value, why in misread(WRONG_BYTES, Shapes(capture))
        if not 1 / _APART < value / total < _APART
    }
    return amount_round(
        Asked(
            f"{capture.manifest.variant}/bytes",
            QUESTION,
            Markup(QUESTION).format(capture.manifest.variant),
            f"{capture.manifest.variant} {total}",
        ),
        Guess(total, Markup("each argument read once, each result written once.")),
        guesses,
        size,
        _reveal(capture, total),
        least=2,
    )


def tensor_table(capture: Capture) -> Table:
    """Every array that goes in or out, with its bytes."""
    module = capture.stablehlo
    kinds = [("argument", each) for each in module.arguments]
    kinds += [("result", each) for each in module.results]
    rows = tuple(
        (kind, code(each.plain), f"{each.elements:,}", _width(each), exact(each.bytes))
        for kind, each in kinds
    )
    columns = ("goes", "type", "elements", "bytes each", "bytes")
    return Table("What goes in and out", columns, rows)


def _width(array: Array) -> str:
    return f"{array.bits / 8:g}"


def _reveal(capture: Capture, total: int) -> Reveal:
    module = capture.stablehlo
    line = capture.line_of(STABLEHLO, "func.func public @main") or 1
    incoming = sum(each.bytes for each in module.arguments)
    big = capture.big
    if big is None:
        means = Markup("There is no other value in between.")
    else:
        means = Markup(
            "It is a floor, not a forecast. The largest value in between, {}, has {}: if it goes "
            "out to memory and comes back, twice that is added."
        ).format(code(big.plain), exact(big.bytes))
    return Reveal(
        answer=Markup("{}: {}.").format(size(total), exact(total)),
        shows=Markup("The types are on {}: {} with {}, and {} with {}.").format(
            line_link(capture.id, STABLEHLO, line),
            counted(len(module.arguments), "argument"),
            exact(incoming),
            counted(len(module.results), "result"),
            exact(total - incoming),
        ),
        means=means,
        further=Markup(
            "Padding is not in it: a layout with tiles may take more memory than the type says."
        ),
    )
