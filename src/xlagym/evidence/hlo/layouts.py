"""How XLA lays arrays in memory: ``{1,0:T(8,128)(2,1)S(1)}``, the part of a shape in braces.

What the parts mean is told in XLA's own "Tiled layout" document (openxla.org/xla/tiled_layout):
the tiles cover the minor dimensions, a dimension that a tile overruns is padded, a later tile
tiles what the tile before it made, and ``*`` joins a dimension to the next minor one. The order in
which the parts are printed is that of ``Layout::ToString`` in XLA's layout.cc.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

JOINED = -1
"""The size in a tile that XLA prints as ``*``: joins the dimension to the next minor one."""


class ShapeError(ValueError):
    """Raised when a text is not a shape, or a shape has no size to be asked for."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How an array lies in memory: the order of its dimensions, its tiles, its memory space."""

    minor_to_major: tuple[int, ...] = ()
    tiles: tuple[tuple[int, ...], ...] = ()
    """Each tile's sizes, major to minor; ``JOINED`` where the text has ``*``."""
    memory_space: int = 0
    """The n of ``S(n)``; 0, the default memory, where there is none."""
    extras: tuple[str, ...] = ()
    """What else the layout says, verbatim: ``E(4)``, ``#(u32)``, ``L(128)``, ``D(D,C)``."""

    @property
    def element_bits(self) -> int | None:
        """Bits that one element takes in memory where the layout says so (``E(4)``)."""
        for extra in self.extras:
            if extra.startswith("E("):
                return int(extra[2:-1])
        return None

    def __str__(self) -> str:
        first = "".join(extra for extra in self.extras if extra.startswith("D("))
        tiles = "".join(f"({','.join(map(_tile_size, tile))})" for tile in self.tiles)
        before = "".join(extra for extra in self.extras if extra[0] in "L#*E")
        space = f"S({self.memory_space})" if self.memory_space else ""
        after = "".join(
            extra for extra in self.extras if not extra.startswith("D(") and extra[0] not in "L#*E"
        )
        colon = first + ("T" + tiles if tiles else "") + before + space + after
        order = ",".join(map(str, self.minor_to_major))
        return f"{{{order}{':' + colon if colon else ''}}}"


_ORDER = re.compile(r"(?:\d{1,4}(?:,\d{1,4})*)?")
_PART = re.compile(r"([A-Z]++|#|\*)((?:\([^()]*+(?:\([^()]*+\)[^()]*+)*+\))++)")


def parse_layout(text: str) -> Layout:
    """Read a layout with its braces. Raises ShapeError."""
    order = _ORDER.match(text, 1)
    assert order is not None  # it matches the empty text too
    at = order.end()
    minor_to_major = tuple(map(int, order[0].split(","))) if order[0] else ()
    tiles: tuple[tuple[int, ...], ...] = ()
    space = 0
    extras: list[str] = []
    if text.startswith(":", at):
        at += 1
        while part := _PART.match(text, at):
            at = part.end()
            inside = part[2][1:-1]
            if part[1] == "T":
                tiles = tuple(map(_tile, inside.split(")(")))
            elif part[1] == "S" and inside.isdecimal():
                space = int(inside[:9])
            elif part[1] == "E" and not (inside.isdecimal() and 0 < len(inside) < 4):
                raise ShapeError(f"{part[0][:40]!r} is not a width")
            else:
                extras.append(part[0])
    if at != len(text) - 1:
        raise ShapeError(f"this is no part of a layout: {text[at : at + 40]!r}")
    return Layout(minor_to_major, tiles, space, tuple(extras))


def _tile(text: str) -> tuple[int, ...]:
    sizes = []
    for part in text.split(","):
        if part == "*":
            sizes.append(JOINED)
        elif part.isdecimal() and len(part) < 20 and int(part) > 0:
            sizes.append(int(part))
        else:
            raise ShapeError(f"{part[:40]!r} is not a tile's size")
    if sizes[-1] == JOINED:
        raise ShapeError(f"the last dimension of tile ({text[:40]}) has none to be joined to")
    return tuple(sizes)


def tiled(dims: list[int], tile: tuple[int, ...]) -> list[int]:
    """Sizes after one tiling: how many tiles in each dimension, then the sizes within a tile."""
    missing = len(tile) - len(dims)
    dims = [1] * missing + dims
    kept, covered = dims[: len(dims) - len(tile)], dims[len(dims) - len(tile) :]
    counts: list[int] = []
    within: list[int] = []
    joined = 1
    for size, edge in zip(covered, tile, strict=True):
        if edge == JOINED:
            joined *= size
            continue
        counts.append(-(-size * joined // edge))
        within.append(edge)
        joined = 1
    return kept + counts + within


def _tile_size(size: int) -> str:
    return "*" if size == JOINED else str(size)
