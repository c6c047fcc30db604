"""What each line of a text is, for pages to draw: fusions, carriers, kernels, bookkeeping.

Roles are ``fusion`` (launched), ``nested``, ``kernel``, ``carries``, ``comp`` (opens a computation)
and ``dim`` (bookkeeping, and what is no instruction).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from xlagym.evidence.hlo.fusions import MOSAIC_TARGET, executed_computations, is_fusion
from xlagym.evidence.hlo.opcodes import BOOKKEEPING

if TYPE_CHECKING:
    from xlagym.evidence.hlo.reader import Instruction, Module
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.stablehlo.reader import StableModule, StableOp

type Roles = Mapping[int, tuple[str, ...]]
"""By line (1-based); a line without a role is missing."""

_QUIET = re.compile(r"\s*(?:\}.*|cond \{|module .*|sdy\.mesh .*|)$")


def optimized_roles(module: Module, carrying: Collection[Instruction]) -> Roles:
    """Roles of an optimized module's lines; ``carrying`` carry the big intermediate."""
    executed = {each.name for each in executed_computations(module)}
    roles: dict[int, tuple[str, ...]] = {
        number: ("dim",) for number, text in enumerate(module.lines, 1) if text.strip()
    }
    roles |= {each.line: ("comp",) for each in module.computations.values()}
    for each in module.instructions:
        roles[each.line] = tuple(_of_instruction(each, executed, carrying))
    return roles


def stablehlo_roles(stable: StableModule, tensor: Array | None) -> Roles:
    """Roles of a StableHLO module's lines; ``tensor`` is the big intermediate, if there is one."""
    ops: dict[int, list[StableOp]] = {}
    for op in stable.ops:
        ops.setdefault(op.line, []).append(op)
    return {
        number: tuple(_of_line(text, ops.get(number, []), tensor))
        for number, text in enumerate(stable.lines, 1)
    }


def _of_instruction(
    each: Instruction, executed: Collection[str], carrying: Collection[Instruction]
) -> Iterator[str]:
    if is_fusion(each):
        yield "fusion" if each.computation in executed else "nested"
    elif each.custom_call_target == MOSAIC_TARGET:
        yield "kernel"
    elif each.opcode in BOOKKEEPING and each not in carrying:
        yield "dim"
    if each in carrying:
        yield "carries"


def _of_line(text: str, ops: list[StableOp], tensor: Array | None) -> Iterator[str]:
    plain = tensor.plain if tensor else None
    if any(plain in (*op.result_types, *op.operand_types) for op in ops):
        yield "carries"
    if any(op.is_constant for op in ops) or (not ops and _QUIET.match(text)):
        yield "dim"
    if text.lstrip().startswith("func.func"):
        yield "comp"
