"""What became of every StableHLO op, and where every instruction comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from xlagym.evidence.hlo.fusions import (
    executed_computations,
    fused_computations,
    is_fusion,
    kernels,
)
from xlagym.evidence.hlo.opcodes import BOOKKEEPING
from xlagym.evidence.hlo.reader import Instruction, Module
from xlagym.evidence.origins.join import Join, has_columns, join, op_groups
from xlagym.evidence.origins.vanishing import History, VanishingStep, read_history
from xlagym.evidence.passes.reader import Passes
from xlagym.evidence.stablehlo.reader import StableModule, StableOp

type Fate = Literal["kept", "fused", "kernel", "merged", "folded", "constant", "lost"]
KINDS: tuple[Fate, ...] = ("kept", "fused", "kernel", "merged", "folded", "constant", "lost")
"""Kept under its own launch, fused into one, replaced by a kernel, merged with its equal, folded
into others, a constant (or one spread out, where it came in without a name), or lost sight of."""

IMPORT = "import"
"""Where an op goes that not even the first text has: the import to HLO merges equals, and drops
conversions to the same type."""
AFTERWARDS = "after the last pass"
"""Where an op goes that the last pass's text still has, and the scheduled module has not."""
_IDENTITIES = frozenset({"stablehlo.convert", "stablehlo.reshape"})
"""Ops that do nothing where their type stays."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What became of one op."""

    op: int
    """Index of the op."""
    kind: Fate
    where: str | None
    """The fusion it is fused into (the first of ``fusions``), the kernel that replaced it, or the
    pass at which it was merged or folded."""
    at: str | None
    """The pass at which it vanished, for kernel, merged and folded; ``IMPORT`` or ``AFTERWARDS``
    where it was before the first or after the last."""
    instructions: tuple[str, ...]
    """Instructions that it became, or the kernel that replaced it; empty where it vanished."""
    fusions: tuple[str, ...] = ()
    """All launched fusions that hold it: more than one where it was cloned."""
    run: int | None = None
    """Index of the pass ``at``, for a pass of that name may run often; None for the import."""


@dataclass(frozen=True, slots=True)
class InstructionSource:
    """Where one instruction comes from."""

    instruction: str
    kind: Literal["line", "compiler"]
    """``line`` where lines of the StableHLO asked for it, ``compiler`` where it inserted it."""
    ops: tuple[int, ...]
    """Indexes of the ops; several where they can't be told apart, or are fused or replaced."""
    note: str
    """How that is known, or which pass brought it."""


@dataclass(frozen=True, slots=True)
class Origins:
    """The origin map between a StableHLO module and what it compiled to."""

    ops: tuple[Origin, ...]
    """For each op, in the order of the StableHLO."""
    instructions: dict[str, InstructionSource]
    """For each instruction of the optimized module, by name."""

    @property
    def total(self) -> int:
        """Ops that can be traced: all but constants, which mostly carry no metadata."""
        return len(self.ops) - self.count("constant")

    @property
    def traced_by_key(self) -> int:
        """Ops found in the optimized module by their key."""
        return self.count("kept") + self.count("fused")

    @property
    def traced_by_dumps(self) -> int:
        """Ops that the pass dumps located: replaced, merged or folded at a named pass."""
        return self.count("kernel") + self.count("merged") + self.count("folded")

    @property
    def traced(self) -> int:
        """Ops traced by either."""
        return self.traced_by_key + self.traced_by_dumps

    @property
    def instructions_traced(self) -> int:
        """Instructions that come from lines of the StableHLO."""
        return sum(source.kind == "line" for source in self.instructions.values())

    def count(self, kind: Fate) -> int:
        """Return how many ops are of a kind."""
        return sum(origin.kind == kind for origin in self.ops)


def origins(stable: StableModule, module: Module, passes: Passes | None) -> Origins:
    """Trace every op of a StableHLO module through one optimized module of the same compile.

    Without passes, an op that the key doesn't find is ``lost``.
    """
    columns = has_columns(module)
    joined = join(op_groups(stable, columns=columns), module)
    history = read_history(stable, passes, columns) if passes is not None else History(())
    owners = _owners(module)
    found = [
        _origin(op, joined.instructions[op.index], owners, history, module) for op in stable.ops
    ]
    return Origins(tuple(found), _sources(module, joined, found, history))


def _origin(
    op: StableOp,
    instructions: tuple[Instruction, ...],
    owners: Mapping[str, tuple[str, ...]],
    history: History,
    module: Module,
) -> Origin:
    names = tuple(each.name for each in instructions)
    if op.is_constant:
        return Origin(op.index, "constant", None, None, names)
    if op.twins and history.steps and not history.imported(op.index):
        # What has its key later is not it, but was made in place of another op of that key.
        return Origin(op.index, "merged", IMPORT, IMPORT, ())
    if not instructions:
        return _vanished(op, history, module)
    # Where it computes says more than where its value is renamed.
    telling = [each for each in instructions if each.opcode not in BOOKKEEPING] or instructions
    fusions = tuple(
        dict.fromkeys(owner for each in telling for owner in owners.get(each.computation, ()))
    )
    if fusions:
        return Origin(op.index, "fused", fusions[0], None, names, fusions)
    return Origin(op.index, "kept", None, None, names)


def _owners(module: Module) -> dict[str, tuple[str, ...]]:
    """For each computation that lies in launched fusions, directly or deep, those fusions."""
    owners: dict[str, dict[str, None]] = {}
    for computation in executed_computations(module):
        for each in computation.instructions:
            if is_fusion(each):
                for inner in fused_computations(module, each, applied=True):
                    owners.setdefault(inner.name, {})[each.name] = None
    return {name: tuple(found) for name, found in owners.items()}


def _vanished(op: StableOp, history: History, module: Module) -> Origin:
    is_call = op.name == "func.call"
    after = history.inlining(op.index) if is_call else history.vanishing(op.index)
    if after is None:
        if history.stays(op.index):
            return Origin(op.index, "folded", AFTERWARDS, AFTERWARDS, ())
        same = op.name in _IDENTITIES and op.operand_types[:1] == op.result_types
        # The import drops identities, and computes scalars that hang on no argument.
        dropped = same or (not op.computed and _is_scalar(op))
        if dropped and history.steps and not history.imported(op.index):
            return Origin(op.index, "folded", IMPORT, IMPORT, ())
        if not op.computed and not is_call:
            return Origin(op.index, "constant", None, None, ())
        return Origin(op.index, "lost", None, None, ())
    at = _name(after)
    if (replaced := history.kernel_at(after)) is not None:
        kernel = _final_kernel(replaced[0], module)
        brought = replaced[1]
        return Origin(op.index, "kernel", kernel, _name(brought), (kernel,), run=_index(brought))
    kind: Fate = "merged" if at == "cse" else "folded"
    return Origin(op.index, kind, at, at, (), run=_index(after))


def _is_scalar(op: StableOp) -> bool:
    return all(array is not None and not array.dims for array in op.arrays) and bool(op.arrays)


def _name(step: VanishingStep) -> str:
    return "between passes" if step.run is None else step.run.name


def _index(step: VanishingStep) -> int | None:
    return None if step.run is None else step.run.index


def _final_kernel(kernel: Instruction, module: Module) -> str:
    """Name of a kernel in the optimized module: names change late, bodies stay."""
    final = kernels(module)
    same = [each for each in final if _body(each) == _body(kernel)]
    candidates = same or final
    return candidates[0].name if len(candidates) == 1 else kernel.name


def _body(instruction: Instruction) -> object:
    config = instruction.backend_config
    call = config.get("custom_call_config") if isinstance(config, dict) else None
    return call.get("body") if isinstance(call, dict) else None


def _sources(
    module: Module, joined: Join, found: Iterable[Origin], history: History
) -> dict[str, InstructionSource]:
    became: dict[str, list[int]] = {}
    for origin in found:
        for name in (*origin.instructions, *origin.fusions):
            became.setdefault(name, []).append(origin.op)
    repeated = Counter(each.name for each in module.instructions)
    sources: dict[str, InstructionSource] = {}
    for each in module.instructions:
        known = became.get(each.name, []) if repeated[each.name] == 1 else []
        sources[each.name] = _source(each, known, joined, history, module)
    return sources


def _source(
    each: Instruction, became: list[int], joined: Join, history: History, module: Module
) -> InstructionSource:
    if became:
        note = "its name, line and column"
        if is_fusion(each):
            note = "holds them"
        elif each not in joined.same_key:
            note = "replaced them"
        return InstructionSource(each.name, "line", tuple(became), note)
    if each in joined.same_key:
        return InstructionSource(
            each.name, "line", joined.same_key[each], "metadata taken over from them"
        )
    if each.parameter_number is not None and each.computation == module.entry.name:
        return InstructionSource(
            each.name, "line", (), f"argument {each.metadata.get('op_name', each.name)}"
        )
    step = history.first_seen(each.name)
    if step is None:
        note = "after the last recorded pass" if history.steps else "no op has its key"
    elif step is history.steps[0]:
        note = "there before the first pass"
    else:
        note = f"first seen after {_name(step)}"
    return InstructionSource(each.name, "compiler", (), note)
