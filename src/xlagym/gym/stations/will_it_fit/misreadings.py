"""How one comes to another amount of VMEM than a tile takes, or is wanted beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xlagym.gym.rounds.words import code, listed
from xlagym.gym.rounds.wrong import Wrong
from xlagym.gym.stations.will_it_fit.tile import MEBI, Tile, mebibytes

if TYPE_CHECKING:
    from markupsafe import Markup

HUNDREDTHS = 100
"""The compiler rounds what it wants to hundredths of a MiB."""
ONCE = "each block held once"
NO_TOTAL = "the accumulator forgotten"
AS_F32 = "bf16 taken as f32"
MATRICES = "the whole matrices for the blocks"


def blocks(tile: Tile) -> int:
    """Bytes of its blocks, each held once."""
    return sum(each.bytes for each in tile.held.blocks)


def scratch(tile: Tile) -> int:
    """Bytes of its accumulator."""
    return sum(each.bytes for each in tile.held.scratch)


def as_f32(tile: Tile) -> int:
    """Bytes, were the blocks of the accumulator's type."""
    total = tile.held.scratch[0]
    element = total.bytes // (total.dims[0] * total.dims[1])
    held = sum(each.dims[0] * each.dims[1] * element for each in tile.held.blocks)
    return 2 * held + total.bytes


def whole(tile: Tile) -> int:
    """Bytes of the arrays that are cut."""
    return sum(each.bytes for each in tile.arrays)


def _name(tile: Tile, at: int) -> Markup:
    """Of an array: what is multiplied, by what, what is made, and the accumulator."""
    return code(tile.names[at])


WRONG_SUMS: Final[Sequence[Wrong[Tile, int]]] = (
    Wrong(
        ONCE,
        lambda tile: blocks(tile) + scratch(tile),
        "each block once. While the kernel works on one block of {}, the next is fetched beside "
        "it, so there are two.",
        lambda tile, _: (_name(tile, 0),),
    ),
    Wrong(
        NO_TOTAL,
        lambda tile: 2 * blocks(tile),
        "without {}: the accumulator lies in VMEM, too, {} of it.",
        lambda tile, _: (_name(tile, 3), mebibytes(scratch(tile))),
    ),
    Wrong(
        "one operand forgotten",
        lambda tile: 2 * (blocks(tile) - tile.held.blocks[1].bytes) + scratch(tile),
        "without the blocks of {}, {} twice.",
        lambda tile, _: (_name(tile, 1), mebibytes(tile.held.blocks[1].bytes)),
    ),
    Wrong(
        "the accumulator held twice, too",
        lambda tile: 2 * (blocks(tile) + scratch(tile)),
        "with {} twice. Only what is fetched or written back is held twice; the accumulator stays "
        "where it is.",
        lambda tile, _: (_name(tile, 3),),
    ),
    Wrong(
        AS_F32,
        as_f32,
        "the blocks of {} as f32. Only the accumulator is: they hold {}.",
        lambda tile, _: (
            listed([_name(tile, at) for at in range(3)]),
            code(tile.held.blocks[0].dtype),
        ),
    ),
    Wrong(
        MATRICES,
        whole,
        "the arrays as a whole, {} among them. They stay in HBM; VMEM holds blocks.",
        lambda tile, _: (code(tile.arrays[0].plain),),
    ),
)
"""Of the bytes that a tile takes."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A tile that the compiler refuses, because it wants more than the blocks account for."""

    tile: Tile
    wanted: int
    """Hundredths of a MiB."""
    limit: float
    """MiB that one kernel may take."""

    def beside(self, amount: int) -> int:
        """Hundredths of a MiB that are wanted beside ``amount``, in bytes."""
        return self.wanted - round(amount * HUNDREDTHS / MEBI)


WRONG_RESTS: Final[Sequence[Wrong[Refused, int]]] = (
    Wrong(
        "the arithmetic is all that there is",
        lambda _: 0,
        "nothing. The blocks, held twice, and the accumulator take less.",
    ),
    Wrong(
        "what is over the limit",
        lambda it: it.wanted - round(it.limit * HUNDREDTHS),
        "what is over the limit. The blocks alone stay below it.",
    ),
    Wrong(
        ONCE,
        lambda it: it.beside(it.tile.once),
        "what is left when each block is held once. They are held twice.",
    ),
    Wrong(
        NO_TOTAL,
        lambda it: it.beside(2 * (it.tile.once - it.tile.held.scratch[0].bytes)),
        "what is left without the accumulator, which takes {}.",
        lambda it, _: (mebibytes(it.tile.held.scratch[0].bytes),),
    ),
)
"""Of what the compiler wants beside the blocks and the accumulator."""
