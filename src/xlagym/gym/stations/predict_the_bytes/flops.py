"""How many operations the matrix products of a program take, by the shapes of its StableHLO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import COST, HLO, STABLEHLO
from xlagym.evidence.stablehlo.arithmetic import matmul_flops, products
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.words import code
from xlagym.gym.rounds.wrong import misread
from xlagym.gym.stations.predict_the_bytes.misreadings import WRONG_FLOPS, Shapes
from xlagym.numbers.units.scaled import operations

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.stablehlo.arithmetic import Product
    from xlagym.gym.rounds.round import Round

QUESTION = "How many floating-point operations do the matrix products of {} take?"
_APART = 1.05
"""Counts that are nearer to each other than by this factor are no other answer."""


def flops_round(capture: Capture) -> Round | None:
    """The round; None where there is no product of floats, or one in a loop, whose trips no type
    tells."""
    module = capture.stablehlo
    found = products(module)
    looped = any(op.name == "stablehlo.while" for op in module.ops)
    if not found or looped or any(each.result.dtype[0] not in "bf" for each in found):
        return None
    total = matmul_flops(module)
    key = Guess(total, Markup("a multiply and an add for each element of each sum."))
    guesses = {
        name: Guess(value, why)
        for name, value, why in misread(WRONG_FLOPS, Shapes(capture))
        if not 1 / _APART < value / total < _APART
    }
    return amount_round(
        Asked(
            f"{capture.manifest.variant}/flops",
            QUESTION,
            Markup(QUESTION).format(capture.manifest.variant),
            f"{capture.manifest.variant} {total}",
        ),
        key,
        guesses,
        operations,
        _reveal(capture, found, total),
    )


def product_table(capture: Capture) -> Table:
    """Every product: its types, the length of its sums, its operations."""
    rows = []
    for each in products(capture.stablehlo):
        op = each.op
        types = " × ".join(one.plain for one in each.operands)
        rows.append(
            (
                line_link(capture.id, STABLEHLO, op.line),
                code(types),
                code(each.result.plain),
                f"{each.depth:,}",
                str(each.times),
                f"{each.flops:,}",
            )
        )
    columns = ("product", "of", "makes", "sums over", "times", "operations")
    note = "Twice the elements of what it makes, times what it sums over, times how often it runs."
    return Table("Every matrix product", columns, tuple(rows), note)


def _reveal(capture: Capture, found: list[Product], total: int) -> Reveal:
    most = max(found, key=lambda each: each.flops)
    array = most.result
    dims = " × ".join(f"{dim:,}" for dim in array.dims)
    shows = Markup("The largest, on {}, makes {} elements, each a sum over {}: {} operations.")
    count = capture.cost.flops
    further = Markup("")
    if count is not None:
        line = capture.line_of(COST, '"flops":') or 1
        link = line_link(capture.id, COST, line, "The cost model")
        further = Markup("{} counts {} in the optimized module, {} times that.{}").format(
            link, operations(int(count)), f"{count / total:.3f}", _beyond(capture, count, total)
        )
    return Reveal(
        answer=Markup("{}: {:,} operations.").format(operations(total), total),
        shows=shows.format(
            line_link(capture.id, STABLEHLO, most.op.line),
            dims,
            f"{most.depth:,}",
            f"{most.flops:,}",
        ),
        means=Markup(
            "The count is that of the shapes: it is the same for every compiler and every chip. "
            "How long it takes is not in it."
        ),
        further=further,
    )


def _beyond(capture: Capture, count: float, total: int) -> Markup:
    from xlagym.evidence.hlo.fusions import kernels

    if count >= total:
        return Markup(" It counts what is not a product, too.")
    if found := kernels(capture.hlo):
        return Markup(" {} is a kernel, and it cannot see into it.").format(
            line_link(capture.id, HLO, found[0].line, code(f"%{found[0].name}"))
        )
    if any(each.opcode == "while" for each in capture.hlo.instructions):
        return Markup(" The compiler made loops of it, and it counts a loop's body once.")
    return Markup("")
