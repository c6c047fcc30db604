"""One op: how many bytes does its value take, padding included?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import BUFFERS
from xlagym.evidence.hlo.shapes import Array
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.words import code, counted, sentence
from xlagym.gym.stations.read_the_op.line import AskedOp, Candidate, ops, sizes

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture

QUESTION = "How many bytes of memory does this line's result take, padding included?"


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Values that the buffer assignment gives a place; those with padding first."""
    placed = {
        value.name
        for allocation in capture.allocations
        for value in allocation.values
        if not value.index
    }
    found = [op for op in ops(capture, running=True) if op.each.name in placed and op.shape.bytes]
    found.sort(key=lambda op: (op.shape.padded_bytes == op.shape.bytes, not op.shape.rank))
    for op in found:
        yield Candidate(op.each.name, f"{op.shape.plain}", partial(_round, op))


def _round(op: AskedOp) -> Round | None:
    shape, taken = op.shape, op.shape.padded_bytes
    key = Guess(taken, _why(op))
    guesses = {
        "no tiling applied": Guess(
            shape.bytes,
            Markup("its elements alone, {}. Tiles are stored whole.").format(
                counted(shape.elements, "element")
            ),
        ),
        "the width of another type": Guess(
            taken * 32 // shape.bits if shape.bits < 32 else taken // 2,
            Markup("as if {} took {}. It takes {} bits.").format(
                code(shape.dtype), "32 bits" if shape.bits < 32 else "16", shape.bits
            ),
        ),
        "tile rows and columns swapped": Guess(
            _swapped(shape), Markup("with the sizes of each tile the other way round.")
        ),
        "one tile alone": Guess(
            _one_tile(shape), Markup("a single tile. The array has more of them.")
        ),
        "elements for bytes": Guess(
            shape.elements, Markup("how many elements it has. Each has {} bits.").format(shape.bits)
        ),
    }
    operand = op.operand
    if operand is not None:
        guesses["the operand's size"] = Guess(
            operand.padded_bytes,
            Markup("what its first operand, {}, takes.").format(code(str(operand))),
        )
    asked = Asked(
        f"{op.capture.id}/bytes-{op.each.line}", QUESTION, Markup(QUESTION), op.each.shape_text
    )
    place = op.capture.line_of(BUFFERS, f" {op.each.name} @")
    reveal = Reveal(
        answer=Markup("{}.").format(_told(taken)),
        shows=Markup("The compiler's buffer assignment gives it that size on {}.").format(
            line_link(op.capture.id, BUFFERS, place or 1)
        ),
        means=sentence(_why(op)),
        further=Markup("Its elements alone would take {}.").format(_told(shape.bytes))
        if shape.bytes != taken
        else Markup("Nothing is padded here: {} fills whole tiles.").format(sizes(shape))
        if shape.layout is not None and shape.layout.tiles
        else Markup("There are no tiles here, so nothing is padded."),
    )
    made = amount_round(asked, key, guesses, _told, reveal)
    return None if made is None else replace(made, exhibits=(op.exhibit,))


def _told(count: int) -> str:
    return f"{count:,} B"


def _why(op: AskedOp) -> Markup:
    shape = op.shape
    tiles = shape.layout.tiles if shape.layout is not None else ()
    if not tiles:
        return Markup("{} of {} bits each, and no tiles.").format(
            counted(shape.elements, "element"), shape.bits
        )
    whole = shape.padded_bytes * 8 // shape.bits
    return Markup("{} in tiles of {} are stored as {}, of {} bits each.").format(
        counted(shape.elements, "element"),
        " by ".join(f"{size:,}" for size in tiles[0]),
        f"{whole:,}",
        shape.bits,
    )


def _swapped(shape: Array) -> int:
    if shape.layout is None:
        return -1
    tiles = tuple(tile[::-1] if min(tile) > 0 else tile for tile in shape.layout.tiles)
    return replace(shape, layout=replace(shape.layout, tiles=tiles)).padded_bytes


def _one_tile(shape: Array) -> int:
    tiles = shape.layout.tiles if shape.layout is not None else ()
    if not tiles or min(tiles[0]) < 0:
        return -1
    return math.prod(tiles[0]) * shape.bits // 8
