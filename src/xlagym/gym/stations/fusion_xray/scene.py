"""One optimized module as the x-ray asks about it: what runs, what lies in what, who carries."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.fusions import MOSAIC_TARGET, executed_computations
from xlagym.evidence.hlo.shapes import arrays
from xlagym.evidence.hlo.spaces import space_name

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction, Module
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.origins.carriers import Carrier


class XRayScene:
    """The module of a capture that has a big intermediate, indexed for asking."""

    def __init__(self, module: Module, tensor: Array, carriers: list[Carrier], chip: str) -> None:
        self.module = module
        self.tensor = tensor
        self.carriers = carriers
        self.chip = chip

    @classmethod
    def of(cls, capture: Capture) -> XRayScene:
        """The scene of a capture. Raises ValueError where it has no big intermediate."""
        if capture.big is None:
            raise ValueError(f"{capture.id} has no value between its arguments and results")
        return cls(capture.hlo, capture.big, capture.carriers, capture.chip)

    @cached_property
    def instructions(self) -> list[Instruction]:
        """All of them, in the order of the text."""
        return list(self.module.instructions)

    @cached_property
    def executed(self) -> frozenset[str]:
        """Names of the computations that run, not those inside fusions or reductions."""
        return frozenset(each.name for each in executed_computations(self.module))

    @cached_property
    def carrier(self) -> dict[Instruction, Carrier]:
        """Each carrying instruction's carrier."""
        return {each.instruction: each for each in self.carriers}

    @cached_property
    def by_name(self) -> dict[str, list[Instruction]]:
        """Instructions by name: several where computations share one."""
        found: dict[str, list[Instruction]] = {}
        for each in self.instructions:
            found.setdefault(each.name, []).append(each)
        return found

    def operand(self, instruction: Instruction, index: int = 0) -> Instruction | None:
        """The instruction that makes an operand, from the same computation."""
        if index >= len(instruction.operands):
            return None
        named = self.by_name.get(instruction.operands[index], [])
        return next((each for each in named if each.computation == instruction.computation), None)

    @cached_property
    def _callers(self) -> dict[str, Instruction]:
        return {name: each for each in reversed(self.instructions) for name in each.calls}

    def caller(self, computation: str) -> Instruction | None:
        """The first instruction that calls a computation."""
        return self._callers.get(computation)

    def runs(self, instruction: Instruction) -> bool:
        """Whether it stands in a computation that runs."""
        return instruction.computation in self.executed

    def launch(self, instruction: Instruction) -> Instruction | None:
        """The instruction that runs and holds this one; itself where it runs; None if none does."""
        seen: set[str] = set()
        while not self.runs(instruction):
            if instruction.computation in seen or instruction.computation not in self._callers:
                return None
            seen.add(instruction.computation)
            instruction = self._callers[instruction.computation]
        return instruction

    def makes(self, instruction: Instruction) -> bool:
        """Whether the tensor is its result, or a part of it."""
        return any(self.tensor.same_tensor(array) for array in arrays(instruction.shape))

    def spaces(self, carrier: Carrier) -> tuple[str, ...]:
        """Names of the memories that the tensor lies in here: ``VMEM``, ``HBM``."""
        return tuple(space_name(space, self.chip) for space in carrier.spaces)


def is_kernel(instruction: Instruction) -> bool:
    """Whether it is a custom call that carries a Mosaic kernel."""
    return instruction.custom_call_target == MOSAIC_TARGET


def line_id(instruction: Instruction) -> str:
    """The id of its line on a page."""
    return HLO.line_id(instruction.line)
