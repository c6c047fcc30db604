"""The join of StableHLO ops with HLO instructions, in one text of the module.

The key is (op name, file, line, start column) of the leaf frame; never the end column, for HLO's
tables merge locations with equal starts. Several ops often share a key (an op and the broadcast
made for it), so within a key an instruction goes to the ops whose opcode and type it has, else to
those whose opcode it has, else to those that are left. What stays ambiguous stays many to many.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xlagym.evidence.hlo.frames import SourceFrame
from xlagym.evidence.hlo.fusions import is_fusion, running_computations
from xlagym.evidence.hlo.opcodes import BOOKKEEPING
from xlagym.evidence.hlo.reader import Instruction, Module
from xlagym.evidence.hlo.shapes import arrays
from xlagym.evidence.origins.opcodes import REARRANGED, REARRANGING, hlo_opcodes
from xlagym.evidence.stablehlo.reader import StableModule, StableOp

type Key = tuple[str, str, int, int]
"""Op name, file, line, start column; no file and zeros for an op without frames."""


def key(op_name: str, frame: SourceFrame | None) -> Key:
    """Return the key of an op name and its leaf frame."""
    if frame is None:
        return op_name, "", 0, 0
    return op_name, frame.file, frame.line, frame.column


@dataclass(frozen=True, slots=True)
class Join:
    """What joined in one text."""

    instructions: list[tuple[Instruction, ...]]
    """For each op, in the order of the StableHLO, the instructions that it became."""
    same_key: Mapping[Instruction, tuple[int, ...]]
    """For each instruction with an op's key, all ops of that key but constants beside others."""


@dataclass(frozen=True, slots=True)
class OpGroups:
    """Ops by key: made once, joined with many texts."""

    stable: StableModule
    by_key: Mapping[tuple[bool, Key], tuple[int, ...]]

    def ops(self, group: tuple[bool, Key]) -> tuple[int, ...]:
        """Return the ops of a key; a body applied to elements has the key of its reduction."""
        return self.by_key.get(group) or self.by_key.get((False, group[1]), ())


def has_columns(module: Module) -> bool:
    """Whether a module says at which column an instruction's source starts.

    Before jax 0.5 it says only the line; then ops and instructions are joined without columns.
    """
    frames = (module.frame(each) for each in module.instructions)
    return any(frame is not None and (frame.column or frame.end_column) for frame in frames)


def op_groups(stable: StableModule, own_names: bool = False, *, columns: bool = True) -> OpGroups:
    """Group ops by their keys, those in applied regions apart from those that run.

    With ``own_names``, only the ops of private functions, by the names that they have until these
    are inlined: short ones without a file, so what they find is only a hint. Without ``columns``,
    for modules that have none.
    """
    groups: dict[tuple[bool, Key], dict[int, None]] = {}
    for op in stable.ops:
        own = () if op.own in op.sites else (op.own,)
        for site in own if own_names else op.sites:
            leaf = site.frames[0] if site.frames else None
            name, file, line, column = key(site.op_name, leaf)
            group = op.applied, (name, file, line, column if columns else 0)
            groups.setdefault(group, {})[op.index] = None
    return OpGroups(stable, {name: tuple(group) for name, group in groups.items()})


def join(groups: OpGroups, module: Module) -> Join:
    """Join the ops with one text of the module."""
    found: list[dict[Instruction, None]] = [{} for _ in groups.stable.ops]
    same_key: dict[Instruction, tuple[int, ...]] = {}
    for group, instructions in _by_key(groups, module).items():
        ops = groups.ops(group)
        # A constant shares the key of what it was made for, and says less.
        telling = tuple(index for index in ops if not groups.stable.ops[index].is_constant)
        same_key.update(dict.fromkeys(instructions, telling or ops))
        if group not in groups.by_key:
            continue  # the body of a reduction: part of an op, not the op itself
        for index, taken in _share([groups.stable.ops[index] for index in ops], instructions):
            found[index].update(dict.fromkeys(taken))
    return Join([tuple(taken) for taken in found], same_key)


def _by_key(groups: OpGroups, module: Module) -> dict[tuple[bool, Key], list[Instruction]]:
    running = {computation.name for computation in running_computations(module)}
    found: dict[tuple[bool, Key], list[Instruction]] = {}
    for computation in module.computations.values():
        applied = computation.name not in running
        for each in computation.instructions:
            op_name = each.metadata.get("op_name")
            if not op_name or each.opcode == "parameter":
                continue
            name = applied, key(op_name, module.frame(each))
            if groups.ops(name):
                found.setdefault(name, []).append(each)
    return found


def _share(
    ops: Sequence[StableOp], instructions: Sequence[Instruction]
) -> Iterator[tuple[int, list[Instruction]]]:
    """Give the instructions of one key to its ops, closest likeness first.

    An op takes all that have its opcode and type; what no op has taken so is then shared by
    opcode, and what is left again by whether it may be the op under another name.
    """
    waiting = list(ops)
    free = list(instructions)
    for of_op, of_instruction in (
        (_typed_opcodes, _typed_opcode),
        (_opcodes, _opcode),
        (_work_wanted, _work),
    ):
        offered: dict[object, list[Instruction]] = {}
        for each in free:
            offered.setdefault(of_instruction(each), []).append(each)
        taken: set[object] = set()
        left = []
        for op in waiting:
            wanted = [like for like in of_op(op) if like in offered]
            taken.update(wanted)
            if wanted:
                yield op.index, [each for like in wanted for each in offered[like]]
            else:
                left.append(op)
        waiting = left
        free = [each for like, found in offered.items() if like not in taken for each in found]


def _opcodes(op: StableOp) -> Collection[object]:
    return hlo_opcodes(op.name)


def _opcode(instruction: Instruction) -> object:
    return instruction.opcode


def _typed_opcodes(op: StableOp) -> Collection[object]:
    return [(opcode, op.result_types) for opcode in hlo_opcodes(op.name)]


def _typed_opcode(instruction: Instruction) -> object:
    return instruction.opcode, tuple(array.plain for array in arrays(instruction.shape))


def _work_wanted(op: StableOp) -> Collection[object]:
    """What an op may be under an opcode that no op of its key has."""
    if op.is_constant or op.name == "func.call":
        return ()
    return ("rearranged", "copy") if op.name in REARRANGING else ("rearranged", "computed")


def _work(instruction: Instruction) -> object:
    if is_fusion(instruction):
        return None
    if instruction.opcode in ("copy", *REARRANGED):
        return "copy" if instruction.opcode == "copy" else "rearranged"
    return None if instruction.opcode in BOOKKEEPING else "computed"
