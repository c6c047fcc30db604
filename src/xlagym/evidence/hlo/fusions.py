"""Which fusions a module launches, and which lie inside others.

A *launched* fusion is one in the entry or in a computation that the entry runs: loops' bodies and
conditions, calls, the branches of conditionals, what async starts wrap. One inside a fusion is no
launch of its own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from xlagym.evidence.hlo.reader import Computation, Instruction, Module

_RUNNING = frozenset(("while", "call", "conditional", "async"))
"""Opcodes that run the computations that they name, rather than apply them to elements."""
_THREAD = "async_execution_thread"
MOSAIC_TARGET = "tpu_custom_call"
"""The custom call that carries a Mosaic kernel."""


def executed_computations(module: Module) -> list[Computation]:
    """The computations that run when the module does, the entry first, each once."""
    return _reached(module, [module.entry], _runs)


def running_computations(module: Module) -> list[Computation]:
    """The computations that run and, after them, all that they fuse, however deep, each once."""
    executed = executed_computations(module)
    known = {computation.name for computation in executed}
    reached = _reached(module, executed, _fuses)
    return executed + [each for each in reached if each.name not in known]


def launched(module: Module) -> list[Instruction]:
    """The fusions that run as such: those in executed computations."""
    return [each for each in _executed(module) if is_fusion(each)]


def nested(module: Module) -> list[Instruction]:
    """The fusions that lie inside other fusions, however deep, in the order of the text."""
    fusions = [each for each in module.instructions if is_fusion(each)]
    fused = [called for each in fusions for called in _called(module, each)]
    return [
        each
        for computation in sorted(_reached(module, fused, _calls), key=lambda found: found.line)
        for each in computation.instructions
        if is_fusion(each)
    ]


def fused_computations(
    module: Module, fusion: Instruction, *, applied: bool = False
) -> list[Computation]:
    """What a fusion holds: its computation, and in turn those of the fusions nested in it.

    With ``applied`` also what its ops apply to elements, such as the sum of a reduction.
    """
    return _reached(module, _called(module, fusion), _calls if applied else _fuses)


def inside(module: Module, fusion: Instruction) -> Iterator[Instruction]:
    """The instructions that a fusion holds, those of the fusions nested in it too."""
    for computation in fused_computations(module, fusion):
        yield from computation.instructions


def kernels(module: Module) -> list[Instruction]:
    """The executed custom calls that carry a Mosaic kernel."""
    return [each for each in _executed(module) if each.custom_call_target == MOSAIC_TARGET]


def kinds(module: Module) -> Counter[str]:
    """How many launched fusions there are of each kind (``kLoop``, ``kOutput``…)."""
    return Counter(each.fusion_kind or "unknown" for each in launched(module))


def is_fusion(instruction: Instruction) -> bool:
    """Whether it is a fusion, be it as the short form of an async start (``fusion-start``)."""
    return instruction.opcode in ("fusion", "fusion-start")


def library(instruction: Instruction) -> str:
    """The library that a fusion of the CPU's backend is handed to, as the text names it, or ""."""
    config = instruction.backend_config
    fusion = config.get("fusion_config") if isinstance(config, dict) else None
    kind = fusion.get("kind") if isinstance(fusion, dict) else None
    return kind if isinstance(kind, str) else ""


def _executed(module: Module) -> list[Instruction]:
    return [
        each for computation in executed_computations(module) for each in computation.instructions
    ]


def _runs(instruction: Instruction) -> tuple[str, ...]:
    if instruction.opcode.removesuffix("-start") in _RUNNING:
        return instruction.calls
    # What a custom call starts on another core (the SparseCore) runs there; what one without a
    # thread of its own names is applied to elements.
    if instruction.opcode == "custom-call-start" and _THREAD in instruction.attributes:
        return instruction.calls
    return ()


def _fuses(instruction: Instruction) -> tuple[str, ...]:
    return instruction.calls if is_fusion(instruction) else ()


def _calls(instruction: Instruction) -> tuple[str, ...]:
    return instruction.calls


def _called(module: Module, each: Instruction) -> list[Computation]:
    """The computations that an instruction names, without those that a cut text lacks."""
    return [module.computations[name] for name in each.calls if name in module.computations]


def _reached(
    module: Module, roots: list[Computation], names: Callable[[Instruction], Iterable[str]]
) -> list[Computation]:
    """The roots and all computations that they name, directly or not, each once."""
    found: dict[str, Computation] = {}
    waiting = list(reversed(roots))
    while waiting:
        computation = waiting.pop()
        if computation.name in found:
            continue
        found[computation.name] = computation
        called = [name for each in computation.instructions for name in names(each)]
        waiting += [
            module.computations[name] for name in reversed(called) if name in module.computations
        ]
    return list(found.values())
