"""What a program must compute, by the shapes of its StableHLO alone: no compiler, no chip."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod

from xlagym.evidence.shapes import Array
from xlagym.evidence.stablehlo import StableModule, StableOp
from xlagym.evidence.stablehlo_types import array_type

_CALLED = re.compile(r"call @([^\s(]+)\(")
_DEEPEST = 64
_CONTRACTED = re.compile(r"contracting_dims = \[([\d, ]*)\] x \[[\d, ]*\]")


def matmul_flops(module: StableModule) -> int:
    """Floating-point operations of all matrix products, a multiply and an add being two.

    A product in a private function counts for each call of it, one in a loop's body once: the text
    tells no trips.
    """
    calls = [
        (op.function, match[1])
        for op in module.ops
        if op.name == "func.call" and (match := _CALLED.search(op.text))
    ]
    return sum(
        _flops(op) * _times(op.function, calls)
        for op in module.ops
        if op.name == "stablehlo.dot_general"
    )


def _times(function: str, calls: Sequence[tuple[str, str]], depth: int = 0) -> int:
    """How often a function is called from the public one; each call is caller and callee."""
    if function == "main":
        return 1
    if depth > _DEEPEST:  # Functions that call each other in a circle, which no lowering makes.
        return 0
    callers = (caller for caller, callee in calls if callee == function)
    return sum(_times(caller, calls, depth + 1) for caller in callers)


def _flops(op: StableOp) -> int:
    """Of one product: each element of the result is a sum over the contracted dimensions."""
    result, left = array_type(op.result_types[0]), array_type(op.operand_types[0])
    contracted = _CONTRACTED.search(op.text)
    if not isinstance(result, Array) or not isinstance(left, Array):
        return 0
    dims = [int(dim) for dim in contracted[1].split(",") if dim.strip()] if contracted else []
    return 2 * result.elements * prod(left.dims[dim] for dim in dims)
