"""How one comes to another count of launched fusions than the module has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from xlagym.chips.names import chip_name
from xlagym.evidence.hlo.fusions import kernels, launched, nested
from xlagym.gym.rounds.words import code, listed, named
from xlagym.gym.rounds.wrong import Wrong

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.evidence.stablehlo.reader import StableOp


@dataclass(frozen=True)
class Counting:
    """A program on one backend, and on others."""

    capture: Capture
    others: Sequence[Capture]

    @cached_property
    def fusions(self) -> list[Instruction]:
        """What is launched."""
        return launched(self.capture.hlo)

    @cached_property
    def inside(self) -> list[Instruction]:
        """The fusions in other fusions."""
        return nested(self.capture.hlo)

    @cached_property
    def kernels(self) -> list[Instruction]:
        """Custom calls that run a kernel."""
        return kernels(self.capture.hlo)

    @cached_property
    def ops(self) -> list[StableOp]:
        """The operations of StableHLO that compute."""
        every = self.capture.stablehlo.ops
        return [op for op in every if not op.is_constant and op.name != "func.return"]

    @property
    def other(self) -> Capture | None:
        """On another backend."""
        return self.others[-1] if self.others else None

    @property
    def lines_that_say_fusion(self) -> int:
        """Of the optimized text."""
        return sum(" fusion(" in line for line in self.capture.hlo.text.split("\n"))

    @property
    def matmuls(self) -> int:
        """Operations that multiply matrices."""
        return sum(op.name == "stablehlo.dot_general" for op in self.ops)

    @property
    def arrays(self) -> int:
        """Arguments and results."""
        return len(self.capture.stablehlo.arguments) + len(self.capture.stablehlo.results)

    def names(self, most: int) -> list[object]:
        """The first of what is launched."""
        return [named(each.name) for each in self.fusions[:most]]


WRONG: Final[Sequence[Wrong[Counting, int]]] = (
    Wrong(
        "one fusion for each operation",
        lambda it: len(it.ops),
        "one for each operation of StableHLO. Fusing makes few of many.",
    ),
    Wrong(
        "every line of the text that says fusion",
        lambda it: it.lines_that_say_fusion if it.inside else None,
        "every line that says {}. Some are inside another fusion's computation, and are not "
        "launched on their own.",
        lambda _, __: (code("fusion("),),
    ),
    Wrong(
        "nested for launched",
        lambda it: len(it.inside) or None,
        "the fusions inside other fusions, which are not launched.",
    ),
    Wrong(
        "kernels counted as fusions",
        lambda it: len(it.fusions) + len(it.kernels) if it.kernels else None,
        "the fusions and {}: a custom call that runs a kernel, which is no fusion.",
        lambda it, _: (listed([named(each.name) for each in it.kernels]),),
    ),
    Wrong(
        "the answer of another backend",
        lambda it: len(launched(it.other.hlo)) if it.other else None,
        "what {} launches. Each backend fuses in its own way.",
        lambda it, _: (chip_name(it.others[-1].target),),
    ),
    Wrong(
        "one fusion for each matmul",
        lambda it: it.matmuls or None,
        "one for each {}. Not every fusion is built on one, and one may hold several.",
        lambda _, __: (code("dot_general"),),
    ),
    Wrong(
        "one fusion for each array that goes in or out",
        lambda it: it.arrays,
        "one for each argument and result. A fusion may read and write many.",
    ),
    Wrong(
        "one fusion for the whole program",
        lambda it: 1 if len(it.fusions) > 1 else None,
        "all as one. {} and {} are launched one after the other.",
        lambda it, _: tuple(it.names(2)),
    ),
    Wrong(
        "one fusion for the whole program",
        lambda it: 1 if len(it.fusions) < 2 else None,
        "all as one. The module has no fusion that is launched.",
    ),
    Wrong(
        "nothing is fused",
        lambda it: 0 if it.fusions else None,
        "nothing fused. {} is a fusion, and it is launched.",
        lambda it, _: tuple(it.names(1)),
    ),
    Wrong(
        "nothing is fused",
        lambda it: None if it.fusions else 0,
        "nothing fused.",
    ),
)
