"""One op: what is the type of its result, as HLO writes types?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import STABLEHLO
from xlagym.evidence.hlo.shapes import Array, parse_shape
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import Excerpt
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.words import code, listed
from xlagym.gym.stations.read_the_op.line import Candidate

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.stablehlo.reader import StableOp

QUESTION = "What is the type of this line's result, as HLO writes types?"
_LONGEST = 300
_OTHER_FLOAT = {"bf16": "f32", "f32": "bf16", "s32": "u32", "pred": "s32", "f16": "bf16"}


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Ops of StableHLO with one result, those first whose operands are of other types."""
    found = [op for op in capture.stablehlo.ops if _fit(op)]
    found.sort(key=lambda op: (op.result_types[0] in op.operand_types, -len(_array(op).dims)))
    for op in found:
        yield Candidate(op.text.strip(), op.name, partial(_round, capture, op))


def _fit(op: StableOp) -> bool:
    return (
        len(op.result_types) == 1
        and op.arrays[0] is not None
        and bool(op.operand_types)
        and len(op.text) <= _LONGEST
        and "->" in op.text
    )


def _array(op: StableOp) -> Array:
    array = op.arrays[0]
    assert array is not None, "ops without one were left out"
    return array


def _round(capture: Capture, op: StableOp) -> Round | None:
    array = _array(op)
    key = Said(
        array.plain,
        Markup("the type after the arrow, its sizes in brackets, its element type in front."),
    )
    guesses: dict[str, Said] = {}
    for place, text in enumerate(dict.fromkeys(op.operand_types)):
        operand = parse_shape(text)
        if not isinstance(operand, Array):
            continue
        guesses["the operand's type" if not place else f"the type of operand {place + 1}"] = Said(
            operand.plain, Markup("the type of an operand. The result's comes after the arrow.")
        )
        guesses.setdefault(
            "the operand's element type",
            Said(
                Array(operand.dtype, array.dims).plain,
                Markup("the result's sizes with the operand's element type."),
            ),
        )
    guesses["sizes back to front"] = Said(
        Array(array.dtype, array.dims[::-1]).plain,
        Markup("the sizes from last to first. HLO keeps their order; a layout may differ."),
    )
    if array.dtype in _OTHER_FLOAT:
        other = _OTHER_FLOAT[array.dtype]
        guesses["another element type"] = Said(
            Array(other, array.dims).plain,
            Markup("{} elements. The line says {}.").format(code(other), code(_mlir(array.dtype))),
        )
    asked = Asked(
        f"{capture.id}/type-{op.line}", QUESTION, Markup(QUESTION), f"{op.text} {array.plain}"
    )
    reveal = Reveal(
        answer=Markup("{}.").format(code(array.plain)),
        shows=Markup("See {}: it says {} after the arrow.").format(
            line_link(capture.id, STABLEHLO, op.line), code(op.text.rpartition("->")[2].strip(" {"))
        ),
        means=Markup(
            "HLO puts the element type first and the sizes in brackets, where MLIR joins them "
            "with an {} between."
        ).format(code("x")),
        further=Markup("{} {}.").format(
            "Its operand is" if len(op.operand_types) == 1 else "Its operands are",
            listed([code(text) for text in op.operand_types]),
        ),
    )
    made = said_round(asked, key, guesses, reveal, coded=True)
    shown = Excerpt("The line", capture.id, STABLEHLO.file, ((op.line, op.text),))
    return None if made is None else replace(made, exhibits=(shown,))


def _mlir(dtype: str) -> str:
    """An element type as MLIR names it."""
    if dtype == "pred":
        return "i1"
    return {"s": "i", "u": "ui"}.get(dtype[0], dtype[0]) + dtype[1:]
