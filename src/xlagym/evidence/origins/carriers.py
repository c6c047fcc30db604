"""Who carries the big intermediate through an optimized module, and who spills it to HBM.

An instruction carries a tensor if its result, or an operand, is of that type and shape; values
that are the entry's parameters or results, or only moved copies of them, are left out. Launched
instructions that carry it in HBM spill it: what lies inside a fusion reads and writes no memory of
its own, so it never spills.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xlagym.evidence.hlo.fusions import executed_computations, is_fusion, running_computations
from xlagym.evidence.hlo.opcodes import WhyIdle, has_no_traffic, idle_for
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.hlo.shapes import UNBOUNDED, Array, TupleShape, arrays
from xlagym.evidence.stablehlo.reader import StableModule

_MOVES = idle_for(WhyIdle.HANDED_ON, WhyIdle.MOVED)
"""Opcodes whose result is an operand, moved or renamed."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """An instruction that carries the tensor."""

    instruction: Instruction
    how: Literal["result", "operand"]
    """``result`` where it makes it, also when it takes it too."""
    spaces: tuple[int, ...]
    """Memory spaces that the tensor lies in here, n of ``S(n)``; 0 is the default, HBM."""
    launched: bool
    """Whether it runs as such; else it lies inside a fusion."""
    is_fusion: bool

    @property
    def spills(self) -> bool:
        """Whether it reads or writes the tensor in HBM; naming it (a tuple, a loop) does not."""
        return self.launched and 0 in self.spaces and not has_no_traffic(self.instruction)


def big_intermediate(stable: StableModule) -> Array | None:
    """Return the largest value that is neither an argument nor a result of the program.

    Largest by elements, and the first of equals: an upcast of it, made for a sum, is the same
    values again. A value that depends on no argument doesn't count. None where there is no value.
    """
    biggest: Array | None = None
    for op in stable.ops:
        for array, returned, old in zip(op.arrays, op.returned, op.handed_on, strict=True):
            if array is None or returned or old or not op.computed:
                continue
            if UNBOUNDED in array.dims:
                continue
            if biggest is None or array.elements > biggest.elements:
                biggest = array
    return biggest


def carriers(module: Module, tensor: Array) -> list[Carrier]:
    """Return who carries the tensor, in the order of the text: in what runs, and what it fuses."""
    apart = _entry_values(module)
    executed = {computation.name for computation in executed_computations(module)}
    found = []
    for computation in running_computations(module):
        launched = computation.name in executed
        by_name = {each.name: each for each in computation.instructions}
        for each in computation.instructions:
            result = [] if each in apart else _spaces(each, tensor)
            taken = [
                space
                for name in each.operands
                if name in by_name and by_name[name] not in apart
                for space in _spaces(by_name[name], tensor)
            ]
            if result or taken:
                how: Literal["result", "operand"] = "result" if result else "operand"
                spaces = tuple(dict.fromkeys(result + taken))
                found.append(Carrier(each, how, spaces, launched, is_fusion(each)))
    return sorted(found, key=lambda carrier: carrier.instruction.line)


def _spaces(instruction: Instruction, tensor: Array) -> list[int]:
    return [array.memory_space for array in arrays(instruction.shape) if tensor.same_tensor(array)]


def _entry_values(module: Module) -> set[Instruction]:
    """Instructions whose value is a parameter or a result of the entry, moved ones included."""
    entry = module.entry
    by_name = {each.name: each for each in entry.instructions}
    apart = {each for each in entry.instructions if each.opcode == "parameter"}
    for each in entry.instructions:
        moved = each.opcode in _MOVES and each.operands
        if moved and all(by_name.get(name) in apart for name in each.operands):
            apart.add(each)
    results = [entry.root] if entry.root is not None else []
    while results:
        value = results.pop()
        apart.add(value)
        if value.opcode in _MOVES:
            results += [by_name[name] for name in value.operands if name in by_name]
    return apart | _within(module, apart)


def _within(module: Module, apart: set[Instruction]) -> set[Instruction]:
    """Follow entry values into the fusions that take or make them."""
    inside: set[Instruction] = set()
    waiting = [(module.entry, each) for each in module.entry.instructions if is_fusion(each)]
    while waiting:
        outer, fusion = waiting.pop()
        held = [outer.get(name) for name in fusion.operands]
        for name in fusion.calls:
            computation = module.computations.get(name)
            if computation is None:
                continue
            for each in computation.instructions:
                if is_fusion(each):
                    waiting.append((computation, each))
                number = each.parameter_number
                if number is None or number >= len(held):
                    continue
                if held[number] in apart or held[number] in inside:
                    inside.add(each)
            if (fusion in apart or fusion in inside) and computation.root is not None:
                inside.update(_roots(computation))
    return inside


def _roots(computation: Computation) -> list[Instruction]:
    """The root, and what it gathers where it is a tuple."""
    root = computation.root
    if root is None:
        return []
    if not isinstance(root.shape, TupleShape) or root.opcode != "tuple":
        return [root]
    return [root, *(each for each in computation.instructions if each.name in root.operands)]
