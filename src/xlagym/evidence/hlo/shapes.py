"""XLA shapes as HLO text prints them: ``bf16[1024,128]{1,0:T(8,128)(2,1)S(1)}``, tuples, tokens."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from xlagym.evidence.hlo.layouts import JOINED, Layout, ShapeError, parse_layout, tiled

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "JOINED",
    "UNBOUNDED",
    "Array",
    "Layout",
    "Opaque",
    "Shape",
    "ShapeError",
    "TupleShape",
    "arrays",
    "element_bits",
    "parse_shape",
]

UNBOUNDED = -1
"""The size of a dimension that XLA prints as ``?``."""
DEEPEST = 64
"""Shapes nested deeper than this are refused: no compiler prints them, only an attacker does."""


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
            dims = tiled(dims, tile)
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


def bytes_of(shape: Shape) -> int | None:
    """Bytes of all arrays in a shape, unpadded; None where one has no size."""
    try:
        return sum(array.bytes for array in arrays(shape))
    except ShapeError:
        return None


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
    layout = None if layout_text is None else parse_layout(layout_text)
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


def _skip(text: str, at: int) -> int:
    match = _SPACE_BETWEEN.match(text, at)
    return at if match is None else match.end()


def _size(size: int, dynamic: bool) -> str:
    if size == UNBOUNDED:
        return "?"
    return f"<={size}" if dynamic else str(size)
