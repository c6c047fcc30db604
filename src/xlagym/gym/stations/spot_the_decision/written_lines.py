"""A StableHLO listing op by op, each with the Python that asked for it: who wrote which line?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from math import prod
from typing import TYPE_CHECKING

from xlagym.captures.forms import PROGRAM
from xlagym.evidence.hlo.shapes import element_bits
from xlagym.evidence.origins.python_source import (
    PythonSource,
    asks_for_shape,
    asks_for_type,
    calls_numpy,
    operands,
)
from xlagym.evidence.stablehlo.types import array_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.stablehlo.reader import StableOp

_RETURNS = {"func.return", "stablehlo.return"}
_FLOAT = re.compile(r"b?f\d")
LONGEST = 60
"""Characters of Python that a sentence quotes."""


class LineKind(Enum):
    """What a line does, and whether the Python asks for it."""

    STRETCH = auto()
    """Repeats values to fill a larger shape, unasked."""
    ASKED_SHAPE = auto()
    """A broadcast that the Python spells out."""
    UNIT = auto()
    """A broadcast that only adds sizes of one, unasked."""
    UPCAST = auto()
    """Converts to more bits, unasked."""
    ASKED_TYPE = auto()
    """A conversion that the Python spells out."""
    NARROWING = auto()
    """Converts to fewer bits, unasked."""
    RETYPED = auto()
    """Converts to another kind of number with as many bits, or from integers, unasked."""
    PROMOTED = auto()
    """A Python number as an array constant."""
    NUMPY = auto()
    """A number that numpy gave a type."""
    START = auto()
    """Where a reduction starts."""
    BROUGHT = auto()
    """A constant that a library function or an index brings along."""
    BARRIER = auto()
    """What jax.checkpoint leaves before values are made again."""
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """One op of the listing."""

    index: int
    """Of the op among all of the module."""
    line: int
    """1-based, in ``stablehlo.mlir``."""
    text: str
    name: str
    """``broadcast_in_dim``, without the dialect."""
    kind: LineKind
    spelled: str
    """The Python that asked for it, on one line; empty where no single expression did."""
    python: int | None
    """Its line in ``program.py``."""
    python_end: int | None
    function: str
    operands: tuple[int | None, ...]
    before: str
    after: str
    """Types of the first operand and the first result, in HLO's notation."""
    op_name: str

    @property
    def values(self) -> tuple[int, int]:
        """How many values the first operand has, and the first result."""
        before, after = array_type(self.before), array_type(self.after)
        return prod(before.dims) if before else 0, prod(after.dims) if after else 0

    @property
    def id(self) -> str:
        """``line-12``, as a choice."""
        return f"line-{self.line}"

    @property
    def quoted(self) -> str:
        """The Python, cut where it is long."""
        cut = len(self.spelled) > LONGEST
        return self.spelled[:LONGEST].rstrip() + "…" if cut else self.spelled


@dataclass(frozen=True, slots=True)
class Listing:
    """All lines that can be chosen."""

    capture: str
    lines: tuple[WrittenLine, ...]
    loops: bool
    """Whether a loop is in it: its lowering makes lines that no equation of the jaxpr asks for."""
    unknown: bool
    """Whether Python frames are missing that would tell who wrote a line."""

    def first(self, *kinds: LineKind) -> WrittenLine | None:
        """The topmost line of these kinds."""
        return next((each for each in self.lines if each.kind in kinds), None)

    def all(self, kind: LineKind) -> list[WrittenLine]:
        """Every line of a kind, from the top."""
        return [each for each in self.lines if each.kind is kind]

    def users(self, line: WrittenLine) -> list[WrittenLine]:
        """The lines that take its result."""
        return [each for each in self.lines if line.index in each.operands]


def read_listing(capture: Capture) -> Listing:
    """Read who wrote each line. Raises SyntaxError for a program that is no Python."""
    module = capture.stablehlo
    source = PythonSource(capture.text(PROGRAM))
    seen: set[int] = set()
    lines: list[WrittenLine] = []
    for op in module.ops:
        if op.name in _RETURNS or op.applied or op.line in seen:
            continue
        seen.add(op.line)
        lines.append(_written(op, module.ops, source))
    return Listing(
        capture=capture.id,
        lines=tuple(sorted(lines, key=lambda each: each.line)),
        loops=any(each.name == "while" for each in lines),
        unknown=any(each.python is None and each.name in _TOLD for each in lines),
    )


_TOLD = {"broadcast_in_dim", "convert"}


def _written(op: StableOp, ops: Sequence[StableOp], source: PythonSource) -> WrittenLine:
    asking = _asking(op, ops)
    frame = asking.frames[0] if asking.frames else None
    node = source.expression(frame) if frame else None
    return WrittenLine(
        index=op.index,
        line=op.line,
        text=op.text,
        name=op.name.rpartition(".")[2],
        kind=_kind(op, ops, source),
        spelled=source.spelled(node) if node is not None else "",
        python=frame.line if frame else None,
        python_end=frame.end_line if frame else None,
        function=op.function,
        operands=op.operands,
        before=op.operand_types[0] if op.operand_types else "",
        after=op.result_types[0] if op.result_types else "",
        op_name=op.op_name,
    )


def _asking(op: StableOp, ops: Sequence[StableOp]) -> StableOp:
    """The op whose Python tells why this one is there: constants have none of their own."""
    return next((user for user in _users(op, ops)), op) if op.is_constant else op


def _users(op: StableOp, ops: Sequence[StableOp]) -> list[StableOp]:
    return [each for each in ops if op.index in each.operands and not each.applied]


def _kind(op: StableOp, ops: Sequence[StableOp], source: PythonSource) -> LineKind:
    match op.name:
        case "stablehlo.broadcast_in_dim":
            return _broadcast(op, source)
        case "stablehlo.convert":
            return _conversion(op, source)
        case "stablehlo.constant":
            return _constant(op, ops, source)
        case "stablehlo.optimization_barrier" if op.op_name.endswith(("/remat2", "/checkpoint")):
            return LineKind.BARRIER
    return LineKind.OTHER


def _broadcast(op: StableOp, source: PythonSource) -> LineKind:
    node = source.expression(op.frames[0]) if op.frames else None
    before, after = _ends(op)
    if node is not None and asks_for_shape(node) and op.op_name.endswith("/broadcast_in_dim"):
        return LineKind.ASKED_SHAPE
    return LineKind.STRETCH if prod(after.dims) > prod(before.dims) else LineKind.UNIT


def _conversion(op: StableOp, source: PythonSource) -> LineKind:
    node = source.expression(op.frames[0]) if op.frames else None
    if node is not None and asks_for_type(node):
        return LineKind.ASKED_TYPE
    before, after = _ends(op)
    bits = element_bits(before.dtype), element_bits(after.dtype)
    if not (is_float(before.dtype) and is_float(after.dtype)) or bits[0] == bits[1]:
        return LineKind.RETYPED
    return LineKind.UPCAST if bits[1] > bits[0] else LineKind.NARROWING


def _constant(op: StableOp, ops: Sequence[StableOp], source: PythonSource) -> LineKind:
    users = _users(op, ops)
    if users and users[0].name == "stablehlo.reduce":
        return LineKind.START
    stretched = [user for user in users if user.name == "stablehlo.broadcast_in_dim"]
    users = [each for first in stretched for each in _users(first, ops)] or users
    for user in users:
        node = source.expression(user.frames[0]) if user.frames else None
        parts = operands(node) if node is not None and user.function == "main" else ()
        if any(source.python_number(each) for each in parts):
            return LineKind.PROMOTED
        if any(calls_numpy(each) for each in parts):
            return LineKind.NUMPY
    return LineKind.BROUGHT


def is_float(dtype: str) -> bool:
    """Whether an element type is a float, as HLO names it."""
    return _FLOAT.match(dtype) is not None


def _ends(op: StableOp) -> tuple[Array, Array]:
    before, after = array_type(op.operand_types[0]), array_type(op.result_types[0])
    if before is None or after is None:
        raise ValueError(f"line {op.line} of the StableHLO works on no arrays: {op.text.strip()}")
    return before, after
