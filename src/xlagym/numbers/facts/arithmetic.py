"""Facts by arithmetic from the shapes of the StableHLO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.captures.forms import STABLEHLO
from xlagym.numbers.facts.fact import Fact, FoundValue

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture


def _matmul_flops(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    from xlagym.evidence.stablehlo.arithmetic import matmul_flops

    return FoundValue(matmul_flops(capture.stablehlo))


ARITHMETIC_FACTS: dict[str, Fact] = {
    "arithmetic.matmul_flops": Fact(
        STABLEHLO,
        "FLOP",
        "operations of all matrix products by their shapes; those in a loop's body once",
        _matmul_flops,
    ),
}
