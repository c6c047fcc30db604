"""Rounds about one tile: does the compiler accept it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.chips.names import chip_name
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Choice, Reveal
from xlagym.gym.rounds.words import listed
from xlagym.gym.stations.will_it_fit.misreadings import (
    AS_F32,
    MATRICES,
    NO_TOTAL,
    ONCE,
    as_f32,
    whole,
)
from xlagym.gym.stations.will_it_fit.tile import MEBI, kernel_link, mebibytes
from xlagym.gym.stations.will_it_fit.vmem import outcome

if TYPE_CHECKING:
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.stations.will_it_fit.tile import Tile

FITS = "Does the compiler accept this tile for {}?"
COMPILES, OVER_LIMIT, OVER_CHIP = "compiles", "over-limit", "over-chip"
MATRICES_TWICE = "the whole matrices, held twice"
CHIP = "all of the chip's VMEM for the limit"


def explained(tile: Tile, limit: float) -> bool:
    """Whether the arithmetic comes to the compiler's verdict: without that, nobody could tell."""
    return (tile.held.vmem_bytes > limit * MEBI) == (tile.refusal is not None)


def fits_round(tile: Tile, limit: float, chip: float) -> Round:
    """Whether it fits; ``limit`` of one kernel and ``chip``'s VMEM are in MiB."""
    key = COMPILES if tile.refusal is None else OVER_LIMIT
    amounts = {
        ONCE: tile.once,
        NO_TOTAL: 2 * (tile.once - tile.held.scratch[0].bytes),
        AS_F32: as_f32(tile),
        MATRICES: whole(tile),
        MATRICES_TWICE: 2 * whole(tile),
    }
    verdicts = {name: _verdict(amount, limit, chip) for name, amount in amounts.items()}
    guesses = {CHIP: _verdict(tile.held.vmem_bytes, chip, chip), **verdicts}
    came = {
        choice: [name for name, verdict in guesses.items() if verdict == choice]
        for choice in (COMPILES, OVER_LIMIT, OVER_CHIP)
    }
    texts = {
        COMPILES: Markup("It compiles."),
        OVER_LIMIT: Markup("It is refused: it takes more VMEM than one kernel may."),
        OVER_CHIP: Markup("It is refused: it takes more VMEM than the chip has."),
    }
    why = {
        choice: _why(tile, choice, came[choice], {CHIP: tile.held.vmem_bytes, **amounts}, limit)
        for choice in texts
        if choice != key
    }
    why[key] = Markup("By arithmetic it takes {}, and one kernel may take {}.").format(
        mebibytes(tile.held.vmem_bytes), mebibytes(limit * MEBI)
    )
    choices = [each for each in texts if each == key or came[each]]
    return choice_round(
        Asked(
            f"{tile.capture}/fits",
            FITS,
            Markup(FITS).format(chip_name(tile.chip)),
            f"{tile.capture} {tile.held} {limit} {key}",
        ),
        [Choice(each, texts[each]) for each in choices],
        [key],
        {name: [choice] for name, choice in guesses.items() if choice != key},
        {each: why[each] for each in choices},
        {each: came[each][0] for each in choices if each != key},
        Reveal(
            answer=Markup("It compiles.") if key == COMPILES else Markup("It is refused."),
            shows=_arithmetic(tile, limit),
            means=outcome(tile),
            further=_settled(tile, chip),
        ),
    )


def _verdict(amount: float, limit: float, chip: float) -> str:
    if amount > chip * MEBI:
        return OVER_CHIP
    return OVER_LIMIT if amount > limit * MEBI else COMPILES


def _why(
    tile: Tile, choice: str, names: list[str], amounts: dict[str, int], limit: float
) -> Markup:
    """What the misreadings come to that lead to a wrong choice."""
    said = listed(
        [
            Markup("{}").format(name)
            if name == CHIP
            else Markup("{} ({})").format(name, mebibytes(amounts[name]))
            for name in names
        ],
        last="or",
    )
    if choice == OVER_CHIP:
        return Markup("It would be, with {}. But it takes {}.").format(
            said, mebibytes(tile.held.vmem_bytes)
        )
    return Markup("It looks like it with {}. But it takes {}, and one kernel may take {}.").format(
        said, mebibytes(tile.held.vmem_bytes), mebibytes(limit * MEBI)
    )


def _arithmetic(tile: Tile, limit: float) -> Markup:
    return Markup("Its blocks, in {}, and its accumulator take {}; one kernel may take {}.").format(
        kernel_link(tile), mebibytes(tile.held.vmem_bytes), mebibytes(limit * MEBI)
    )


def _settled(tile: Tile, chip: float) -> Markup:
    return Markup(
        "The limit is not the size of the memory: {} has {} of VMEM. The program could ask for "
        "another limit, and does not."
    ).format(chip_name(tile.chip), mebibytes(chip * MEBI))
