"""Rounds about one tile: how much VMEM it takes, and what the compiler wanted beside that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO, REFUSAL
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.words import code, listed
from xlagym.gym.stations.will_it_fit.tile import MEBI, kernel_link, mebibytes

if TYPE_CHECKING:
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.stations.will_it_fit.tile import Tile

VMEM = (
    "How much VMEM do the blocks of this tile and its accumulator take, as the compiler holds them?"
)
BESIDE = (
    "The compiler refuses this tile: it wants {} of VMEM. How much of that is neither a block, as "
    "the compiler holds it, nor the accumulator?"
)
ONCE = "each block held once"
NO_TOTAL = "the accumulator forgotten"
NO_OPERAND = "one operand forgotten"
ALL_TWICE = "the accumulator held twice, too"
AS_F32 = "bf16 taken as f32"
MATRICES = "the whole matrices for the blocks"
NOTHING = "the arithmetic is all that there is"
OVER = "what is over the limit"
_HUNDREDTHS = 100
"""The compiler rounds what it wants to hundredths of a MiB."""


def vmem_round(tile: Tile) -> Round:
    """How much VMEM its blocks take. Raises ValueError where no misreading comes to another sum."""
    asked = amount_round(
        Asked(f"{tile.capture}/vmem", VMEM, Markup(VMEM), f"{tile.capture} {tile.held}"),
        Guess(
            tile.held.vmem_bytes,
            Markup("every block of an argument or result twice, the accumulator once."),
        ),
        dict(_sums(tile)),
        mebibytes,
        Reveal(
            answer=Markup("{}.").format(mebibytes(tile.held.vmem_bytes)),
            shows=Markup(
                "The blocks are in {}: the two that it reads and the one that it writes are "
                "held twice, so that the next one can be on its way while the kernel works on "
                "this one. The accumulator never leaves, so it is held once."
            ).format(kernel_link(tile)),
            means=Markup("The grid has {:,} steps; VMEM holds this much at each of them.").format(
                tile.steps
            ),
            further=outcome(tile),
        ),
        least=3,
    )
    if asked is None:
        raise ValueError(f"too few misreadings of {tile.capture} come to other sums")
    return asked


def _sums(tile: Tile) -> Iterator[tuple[str, Guess]]:
    """What misreadings of the shapes come to, in bytes."""
    blocks = sum(each.bytes for each in tile.held.blocks)
    scratch = sum(each.bytes for each in tile.held.scratch)
    x, w, out, total = (code(name) for name in tile.names)
    yield (
        ONCE,
        Guess(
            blocks + scratch,
            Markup(
                "each block once. While the kernel works on one block of {}, the next is fetched "
                "beside it, so there are two."
            ).format(x),
        ),
    )
    yield (
        NO_TOTAL,
        Guess(
            2 * blocks,
            Markup("without {}: the accumulator lies in VMEM, too, {} of it.").format(
                total, mebibytes(scratch)
            ),
        ),
    )
    yield (
        NO_OPERAND,
        Guess(
            2 * (blocks - tile.held.blocks[1].bytes) + scratch,
            Markup("without the blocks of {}, {} twice.").format(
                w, mebibytes(tile.held.blocks[1].bytes)
            ),
        ),
    )
    yield (
        ALL_TWICE,
        Guess(
            2 * (blocks + scratch),
            Markup(
                "with {} twice. Only what is fetched or written back is held twice; the "
                "accumulator stays where it is."
            ).format(total),
        ),
    )
    yield (
        AS_F32,
        Guess(
            as_f32(tile),
            Markup("the blocks of {} as f32. Only the accumulator is: they hold {}.").format(
                listed([x, w, out]), code(tile.held.blocks[0].dtype)
            ),
        ),
    )
    yield (
        MATRICES,
        Guess(
            whole(tile),
            Markup(
                "the arrays as a whole, {} among them. They stay in HBM; VMEM holds blocks."
            ).format(code(tile.arrays[0].plain)),
        ),
    )


def as_f32(tile: Tile) -> int:
    """Bytes, were the blocks of the accumulator's type."""
    scratch = tile.held.scratch[0]
    element = scratch.bytes // (scratch.dims[0] * scratch.dims[1])
    blocks = sum(each.dims[0] * each.dims[1] * element for each in tile.held.blocks)
    return 2 * blocks + scratch.bytes


def whole(tile: Tile) -> int:
    """Bytes of the arrays that are cut."""
    return sum(each.bytes for each in tile.arrays)


def outcome(tile: Tile) -> Markup:
    """What the compiler did with it, linked."""
    if tile.refusal is None:
        return Markup("The compiler accepts it and makes {} of it.").format(
            line_link(tile.capture, HLO, tile.call_line or 1, "one custom call")
        )
    said = line_link(tile.capture, REFUSAL, tile.refusal.line, "its refusal")
    wanted = f"{tile.refusal.wanted:.2f} MiB"
    if tile.refusal.wanted * MEBI == tile.held.vmem_bytes:
        return Markup("The compiler comes to the same sum: {} says that it wanted {}.").format(
            said, wanted
        )
    return Markup("The compiler wanted more than that: {} says {}.").format(said, wanted)


def beside_round(tile: Tile, limit: float) -> Round | None:
    """What the compiler wanted beside the blocks; None where that is nothing."""
    if tile.refusal is None or tile.refusal.wanted * MEBI <= tile.held.vmem_bytes:
        return None
    wanted = round(tile.refusal.wanted * _HUNDREDTHS)
    rest = _rest(wanted, tile.held.vmem_bytes)
    said = _told(wanted)
    return amount_round(
        Asked(
            f"{tile.capture}/beside",
            BESIDE,
            Markup(BESIDE).format(said),
            f"{tile.capture} {tile.held} {wanted}",
        ),
        Guess(
            rest,
            Markup("what it wanted, less the {} of the blocks and the accumulator.").format(
                mebibytes(tile.held.vmem_bytes)
            ),
        ),
        {
            NOTHING: Guess(
                0, Markup("nothing. The blocks, held twice, and the accumulator take less.")
            ),
            OVER: Guess(
                wanted - round(limit * _HUNDREDTHS),
                Markup("what is over the limit. The blocks alone stay below it."),
            ),
            ONCE: Guess(
                _rest(wanted, tile.once),
                Markup("what is left when each block is held once. They are held twice."),
            ),
            NO_TOTAL: Guess(
                _rest(wanted, 2 * (tile.once - tile.held.scratch[0].bytes)),
                Markup("what is left without the accumulator, which takes {}.").format(
                    mebibytes(tile.held.scratch[0].bytes)
                ),
            ),
        },
        _told,
        Reveal(
            answer=Markup("{}.").format(_told(rest)),
            shows=Markup("The {} says {}; the blocks, in {}, and the accumulator take {}.").format(
                line_link(tile.capture, REFUSAL, tile.refusal.line, "refusal"),
                said,
                kernel_link(tile),
                mebibytes(tile.held.vmem_bytes),
            ),
            means=Markup(
                "The message does not say what the rest is for. So the arithmetic of the blocks "
                "is a lower bound: by it alone, this tile would fit into {}."
            ).format(mebibytes(limit * MEBI)),
            further=Markup(
                "That is why this station does not ask whether this tile fits: nobody could tell "
                "from the shapes."
            ),
        ),
    )


def _rest(wanted: int, amount: int) -> int:
    """Hundredths of a MiB of ``wanted`` that ``amount``, in bytes, does not account for."""
    return wanted - round(amount * _HUNDREDTHS / MEBI)


def _told(hundredths: int) -> str:
    return f"{hundredths / _HUNDREDTHS:g} MiB"
