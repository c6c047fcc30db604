"""What a program must compute, by the shapes of its StableHLO alone: no compiler, no chip."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.stablehlo.reader import StableModule, StableOp
from xlagym.evidence.stablehlo.types import array_type

_CALLED = re.compile(r"call @([^\s(]+)\(")
_DEEPEST = 64
_CONTRACTED = re.compile(r"contracting_dims = \[([\d, ]*)\] x \[[\d, ]*\]")


@dataclass(frozen=True, slots=True)
class Product:
    """A matrix product of a program."""

    op: StableOp
    operands: tuple[Array, Array]
    result: Array
    depth: int
    """Elements that each element of its result is a sum over."""
    times: int
    """How often it runs: once for each call of its function, once in a loop."""

    @property
    def flops(self) -> int:
        """Operations of all times together, a multiply and an add being two."""
        return 2 * self.result.elements * self.depth * self.times


def products(module: StableModule) -> list[Product]:
    """Every matrix product, in the order of the text.

    One in a private function runs for each call of it, one in a loop's body counts once: the text
    tells no trips.
    """
    calls = [
        (op.function, match[1])
        for op in module.ops
        if op.name == "func.call" and (match := _CALLED.search(op.text))
    ]
    found = [
        _product(op, _times(op.function, calls))
        for op in module.ops
        if op.name == "stablehlo.dot_general"
    ]
    return [each for each in found if each is not None]


def matmul_flops(module: StableModule) -> int:
    """Floating-point operations of all matrix products, a multiply and an add being two."""
    return sum(each.flops for each in products(module))


def _times(function: str, calls: Sequence[tuple[str, str]], depth: int = 0) -> int:
    """How often a function is called from the public one; each call is caller and callee."""
    if function == "main":
        return 1
    if depth > _DEEPEST:  # Functions that call each other in a circle, which no lowering makes.
        return 0
    callers = (caller for caller, callee in calls if callee == function)
    return sum(_times(caller, calls, depth + 1) for caller in callers)


def _product(op: StableOp, times: int) -> Product | None:
    result, left, right = map(array_type, (op.result_types[0], *op.operand_types[:2]))
    contracted = _CONTRACTED.search(op.text)
    if result is None or left is None or right is None:
        return None
    dims = [int(dim) for dim in contracted[1].split(",") if dim.strip()] if contracted else []
    return Product(op, (left, right), result, prod(left.dims[dim] for dim in dims), times)
