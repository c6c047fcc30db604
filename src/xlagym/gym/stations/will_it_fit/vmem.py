"""Rounds about one tile: how much VMEM it takes, and what the compiler wanted beside that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO, REFUSAL
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.round import Reveal
from xlagym.gym.rounds.wrong import misread
from xlagym.gym.stations.will_it_fit.misreadings import (
    HUNDREDTHS,
    WRONG_RESTS,
    WRONG_SUMS,
    Refused,
)
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


def vmem_round(tile: Tile) -> Round:
    """How much VMEM its blocks take. Raises ValueError where no misreading comes to another sum."""
    asked = amount_round(
        Asked(f"{tile.capture}/vmem", VMEM, Markup(VMEM), f"{tile.capture} {tile.held}"),
        Guess(
            tile.held.vmem_bytes,
            Markup("every block of an argument or result twice, the accumulator once."),
        ),
        {name: Guess(value, why) for name, value, why in misread(WRONG_SUMS, tile)},
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
    wanted = round(tile.refusal.wanted * HUNDREDTHS)
    refused = Refused(tile, wanted, limit)
    rest = refused.beside(tile.held.vmem_bytes)
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
        {name: Guess(value, why) for name, value, why in misread(WRONG_RESTS, refused)},
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


def _told(hundredths: int) -> str:
    return f"{hundredths / HUNDREDTHS:g} MiB"
