"""XLA shapes as HLO text prints them: ``bf16[1024,128]{1,0:T(8,128)(2,1)S(1)}``, tuples, tokens.

What the parts of a layout mean is told in XLA's own "Tiled layout" document (openxla.org/xla/
tiled_layout): the tiles cover the minor dimensions, a dimension that a tile overruns is padded,
a later tile tiles what the tile before it made, and ``*`` joins a dimension to the next minor one.
The order in which a layout's parts are printed is that of ``Layout::ToString`` in XLA's layout.cc.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

JOINED = -1
"""The size in a tile that XLA prints as ``*``: joins the dimension to the next minor one."""
UNBOUNDED = -1
"""The size of a dimension that XLA prints as ``?``."""
DEEPEST = 64
"""Shapes nested deeper than this are refused: no compiler prints them, only an attacker does."""


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


@dataclass(frozen=True, slots=True)
class Array:
    """A dense array: element type, sizes major to minor, and its layout where the text has one."""

    dtype: str
    dims: tuple[int, ...]
    layout: Layout | None = None
    dynamic: tuple[int, ...] = ()
    """Which dimensions are only bounded by their size (``<=8``)."""

    @property
    def rank(self) -> int:
        """How many dimensions it has."""
        return len(self.dims)

    @property
    def elements(self) -> int:
        """How many elements it holds, at most where dimensions are dynamic.

        Raises ShapeError where a dimension is unbounded (``?``).
        """
        if UNBOUNDED in self.dims:
            raise ShapeError(f"{self.plain} has an unbounded dimension, so it has no size")
        return math.prod(self.dims)

    @property
    def bits(self) -> int:
        """Bits of one element; ``pred`` counts as the byte that it takes."""
        return element_bits(self.dtype)

    @property
    def bytes(self) -> int:
        """Logical size in bytes: elements times the type's width, without padding."""
        return -(-self.elements * self.bits // 8)

    @property
    def padded_bytes(self) -> int:
        """Size in memory in bytes: padded to its tiles, elements as wide as they are stored.

        A type narrower than a byte takes a whole byte unless the layout packs it (``E(4)``).
        """
        layout = self.layout or Layout()
        stored = layout.element_bits or -(-self.bits // 8) * 8
        if self.elements == 0:
            return 0
        order = layout.minor_to_major
        dims = [self.dims[i] for i in reversed(order)] if order else list(self.dims)
        for tile in layout.tiles:
            dims = _tiled(dims, tile)
        return -(-math.prod(dims) * stored // 8)

    @property
    def memory_space(self) -> int:
        """The n of its layout's ``S(n)``, else 0."""
        return self.layout.memory_space if self.layout else 0

    @property
    def plain(self) -> str:
        """Type and sizes without the layout: ``bf16[1024,1024]``."""
        sizes = (_size(size, i in self.dynamic) for i, size in enumerate(self.dims))
        return f"{self.dtype}[{','.join(sizes)}]"

    def same_tensor(self, other: Shape) -> bool:
        """Whether the other is an array of the same element type and sizes, in any layout."""
        return isinstance(other, Array) and (self.dtype, self.dims) == (other.dtype, other.dims)

    def __str__(self) -> str:
        return self.plain if self.layout is None else f"{self.plain}{self.layout}"


@dataclass(frozen=True, slots=True)
class TupleShape:
    """Several shapes under one name, nested as deep as the text has them."""

    elements: tuple[Shape, ...]

    def __str__(self) -> str:
        # XLA numbers every fifth element, so that people can count the long ones.
        parts = (
            f"/*index={i}*/{element}" if i and i % 5 == 0 else str(element)
            for i, element in enumerate(self.elements)
        )
        return f"({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value without a size: ``token[]``, ``opaque[]``, a buffer handle ``b(f32[2])``."""

    text: str

    def __str__(self) -> str:
        return self.text


type Shape = Array | TupleShape | Opaque


def arrays(shape: Shape) -> Iterator[Array]:
    """The arrays in a shape, left to right, however deep the tuples go."""
    if isinstance(shape, Array):
        yield shape
    elif isinstance(shape, TupleShape):
        for element in shape.elements:
            yield from arrays(element)


def element_bits(dtype: str) -> int:
    """Bits of one element of a type by its name: ``bf16`` → 16, ``f8e4m3fn`` → 8, ``s4`` → 4.

    Raises ShapeError for a name that holds no width.
    """
    if dtype == "pred":
        return 8
    width = _WIDTH.match(dtype)
    if width is None:
        raise ShapeError(f"no element type is called {dtype!r}")
    return int(width[1])


_WIDTH = re.compile(r"[a-z]+(\d{1,4})")
_COMMENT = re.compile(r"/\*[^*]*\*/")
_ARRAY = re.compile(r"(\w+)\[([^\]\[{}()]*+)\](\{(?:[^{}]++|\{[^{}]*+\})*+\})?+")
_ELEMENT_TYPE = re.compile(r"pred|[a-z]+\d{1,4}\w*")
_SIZE = re.compile(r"(<=)?(\d{1,19})|\?")
_ORDER = re.compile(r"(?:\d{1,4}(?:,\d{1,4})*)?")
_PART = re.compile(r"([A-Z]++|#|\*)((?:\([^()]*+(?:\([^()]*+\)[^()]*+)*+\))++)")
_KEPT_LENGTH = 512
_SPACE_BETWEEN = re.compile(r"[\s]*")


def parse_shape(text: str) -> Shape:
    """Read a shape. Raises ShapeError, which says what stands where a shape should."""
    text = text.strip()
    if "/*" in text:
        text = _COMMENT.sub("", text)
    shape, end = _shape(text, 0, 0)
    if end != len(text):
        raise ShapeError(f"after the shape {text[:end][:80]!r} stands {text[end : end + 40]!r}")
    return shape


def _shape(text: str, at: int, depth: int) -> tuple[Shape, int]:
    if depth > DEEPEST:
        raise ShapeError(f"shapes nested more than {DEEPEST} deep")
    if text.startswith("(", at):
        return _tuple(text, at + 1, depth + 1)
    if text.startswith("b(", at):
        _, end = _shape(text, at + 2, depth + 1)
        if not text.startswith(")", end):
            raise ShapeError(f"a buffer's shape isn't closed: {text[at : at + 60]!r}")
        return Opaque(text[at : end + 1]), end + 1
    return _array(text, at)


def _tuple(text: str, at: int, depth: int) -> tuple[TupleShape, int]:
    elements: list[Shape] = []
    at = _skip(text, at)
    while not text.startswith(")", at):
        element, at = _shape(text, at, depth)
        elements.append(element)
        at = _skip(text, at)
        if text.startswith(",", at):
            at = _skip(text, at + 1)
        elif not text.startswith(")", at):
            raise ShapeError(f"a tuple's shape isn't closed at {text[at : at + 40]!r}")
    return TupleShape(tuple(elements)), at + 1


def _array(text: str, at: int) -> tuple[Array | Opaque, int]:
    match = _ARRAY.match(text, at)
    if match is None:
        raise ShapeError(f"a shape was expected at {text[at : at + 40]!r}")
    if match[1] in ("token", "opaque"):
        return Opaque(match[0]), match.end()
    # Long tuples repeat few shapes, so those are kept; not what only an attacker would print.
    read = _array_of if len(match[0]) < _KEPT_LENGTH else _array_of.__wrapped__
    return read(match[1], match[2], match[3]), match.end()


@lru_cache(maxsize=4096)
def _array_of(dtype: str, sizes: str, layout_text: str | None) -> Array:
    """The array of an element type, sizes, and a layout in its braces."""
    if not _ELEMENT_TYPE.fullmatch(dtype):
        raise ShapeError(f"no element type is called {dtype[:40]!r}")
    dims, dynamic = _dims(sizes)
    layout = None if layout_text is None else _layout(layout_text)
    order = layout.minor_to_major if layout is not None else ()
    if order and sorted(order) != list(range(len(dims))):
        text = f"{dtype}[{sizes}]{layout_text}"
        raise ShapeError(f"the layout of {text[:80]!r} doesn't order each dimension once")
    return Array(dtype, dims, layout, dynamic)


def _dims(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    dims: list[int] = []
    dynamic: list[int] = []
    for i, part in enumerate(text.split(",") if text.strip() else ()):
        size = _SIZE.fullmatch(part.strip())
        if size is None:
            raise ShapeError(f"{part[:40]!r} is not a dimension's size")
        if size[1] or size[2] is None:
            dynamic.append(i)
        dims.append(UNBOUNDED if size[2] is None else int(size[2]))
    return tuple(dims), tuple(dynamic)


def _layout(text: str) -> Layout:
    """The layout of a text with its braces."""
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


def _tiled(dims: list[int], tile: tuple[int, ...]) -> list[int]:
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


def _skip(text: str, at: int) -> int:
    match = _SPACE_BETWEEN.match(text, at)
    return at if match is None else match.end()


def _size(size: int, dynamic: bool) -> str:
    if size == UNBOUNDED:
        return "?"
    return f"<={size}" if dynamic else str(size)


def _tile_size(size: int) -> str:
    return "*" if size == JOINED else str(size)
