"""One op: how large is a tile of its value?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.round import Reveal, Round
from xlagym.gym.rounds.said import Said, said_round
from xlagym.gym.rounds.words import code
from xlagym.gym.stations.read_the_op.line import AskedOp, Candidate, ops, sizes

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture

QUESTION = "How large is a tile of this line's result, in elements?"


def candidates(capture: Capture) -> Iterator[Candidate]:
    """Values that are laid out in tiles, those with several tiles first."""
    found = [op for op in ops(capture) if op.shape.rank and _tiles(op) and _plain(op)]
    found.sort(key=lambda op: (-len(_tiles(op)), -op.shape.rank))
    for op in found:
        yield Candidate(op.each.name, f"{_tiles(op)}", partial(_round, op))


def _tiles(op: AskedOp) -> tuple[tuple[int, ...], ...]:
    return op.shape.layout.tiles if op.shape.layout else ()


def _plain(op: AskedOp) -> bool:
    """Whether every tile has only sizes, and none that joins dimensions."""
    return all(size > 0 for tile in _tiles(op) for size in tile)


def _told(tile: tuple[int, ...]) -> str:
    return " by ".join(f"{size:,}" for size in tile)


def _round(op: AskedOp) -> Round | None:
    tiles = _tiles(op)
    first, told = tiles[0], code("T" + "".join(f"({','.join(map(str, tile))})" for tile in tiles))
    key = Said(
        _told(first), Markup("the first brackets of {}: what the array is cut into.").format(told)
    )
    guesses = {
        "rows and columns swapped": Said(
            _told(first[::-1]),
            Markup("the other way around. A tile's sizes go from major to minor."),
        ),
        "the whole array": Said(
            sizes(op.shape), Markup("the sizes of the array, which come before the braces.")
        ),
    }
    if len(tiles) > 1:
        guesses |= {
            "the second tile for the first": Said(
                _told(tiles[1]),
                Markup("the second brackets, which cut each tile again and not the array."),
            ),
            "the last tile for the first": Said(
                _told(tiles[-1]),
                Markup("the last brackets, which cut what the tiles before them made."),
            ),
            "all brackets multiplied": Said(
                f"{math.prod(size for tile in tiles for size in tile):,}",
                Markup("all sizes multiplied. A later tile lies inside the one before it."),
            ),
        }
    else:
        guesses["elements of a tile"] = Said(
            f"{math.prod(first):,}", Markup("how many elements a tile has, as if it were one row.")
        )
    asked = Asked(
        f"{op.capture.id}/tile-{op.each.line}", QUESTION, Markup(QUESTION), op.each.shape_text
    )
    reveal = Reveal(
        answer=Markup("{}.").format(key.text),
        shows=Markup("See {} on {}.").format(told, op.link),
        means=_means(op, first),
        further=_further(tiles),
    )
    made = said_round(asked, key, guesses, reveal)
    return None if made is None else replace(made, exhibits=(op.exhibit,))


def _means(op: AskedOp, first: tuple[int, ...]) -> Markup:
    order = op.shape.layout.minor_to_major if op.shape.layout else ()
    covered = [op.shape.dims[number] for number in order[: len(first)]][::-1]
    if len(covered) < len(first):
        return Markup("The tile has more dimensions than the array, which is taken as one row.")
    pairs = [f"{size:,} of {whole:,}" for size, whole in zip(first, covered, strict=True)]
    return Markup("A tile covers the most minor dimensions: {}, from major to minor.").format(
        " by ".join(pairs)
    )


def _further(tiles: tuple[tuple[int, ...], ...]) -> Markup:
    if len(tiles) == 1:
        return Markup("There is no second tile: the elements of a tile lie row by row.")
    return Markup("The next brackets, {}, cut each of these tiles again.").format(
        code(f"({','.join(map(str, tiles[1]))})")
    )
