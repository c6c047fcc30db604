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
from xlagym.numbers.units.scaled import exact, size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.gym.rounds.round import Round

QUESTION = "At least how many bytes must go into {} and out of it?"
ELEMENTS = "elements for bytes"
WIDE = "four bytes for every element"
NO_RESULT = "results forgotten"
ONE_LESS = "an argument forgotten"
BIG = "what can stay inside, counted"
TWICE = "each array written and read"
EVERY = "every value of the program"
_APART = 1.04
"""Counts that are nearer to each other than by this factor are no other answer."""


def moved(capture: Capture) -> int:
    """Bytes of the arguments and the results, each once."""
    return sum(each.bytes for each in _through(capture))


def bytes_round(capture: Capture) -> Round | None:
    """The round; None where no misreading comes to another count."""
    total = moved(capture)
    guesses: Mapping[str, Guess] = {
        name: guess
        for name, guess in _guesses(capture)
        if not 1 / _APART < guess.value / total < _APART
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


def _through(capture: Capture) -> tuple[Array, ...]:
    return (*capture.stablehlo.arguments, *capture.stablehlo.results)


def _guesses(capture: Capture) -> Iterator[tuple[str, Guess]]:
    module, through = capture.stablehlo, _through(capture)
    total, count = moved(capture), sum(each.elements for each in through)
    yield (
        ELEMENTS,
        Guess(count, Markup("the number of elements. Their types say how many bytes each takes.")),
    )
    yield (
        WIDE,
        Guess(
            4 * count,
            Markup("four bytes for each element, as if all of it were {}.").format(code("f32")),
        ),
    )
    results = sum(each.bytes for each in module.results)
    yield (
        NO_RESULT,
        Guess(
            total - results,
            Markup("what goes in. The results, {}, must go out, too.").format(exact(results)),
        ),
    )
    if len(module.arguments) > 1:
        least = max(module.arguments, key=lambda each: each.bytes)
        yield (
            ONE_LESS,
            Guess(
                total - least.bytes,
                Markup("without {}, an argument of {}.").format(
                    code(least.plain), exact(least.bytes)
                ),
            ),
        )
    if (big := capture.big) is not None:
        yield (
            BIG,
            Guess(
                total + 2 * big.bytes,
                Markup(
                    "with {} written once and read once. It is neither argument nor result, so it "
                    "need not leave the chip if it is used where it is made."
                ).format(code(big.plain)),
            ),
        )
    made = sum(
        array.bytes
        for op in module.ops
        if not op.applied and op.name not in ("func.call", "func.return", "stablehlo.constant")
        for array in op.arrays
        if array is not None
    )
    yield (
        EVERY,
        Guess(
            made + sum(each.bytes for each in module.arguments),
            Markup("every value that some line makes, once. Most of them need no memory."),
        ),
    )
    yield (
        TWICE,
        Guess(
            2 * total, Markup("each array twice. An argument goes in once, a result goes out once.")
        ),
    )


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
