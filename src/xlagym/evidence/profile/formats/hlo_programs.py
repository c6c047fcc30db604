"""The HLO protos that a profile carries beside its events: what each op of a program is.

A TPU's events bring that along; those of a GPU or a CPU name the op and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from google.protobuf.message import DecodeError

from xlagym.evidence.profile.formats.schema import HloProto, text
from xlagym.evidence.profile.formats.xplane import EventKind, Space
from xlagym.evidence.profile.ops.op import Op

_METADATA_PLANE: Final = "/host:metadata"
_NAME_AND_ID: Final = re.compile(r"(.*)\((\d+)\)", re.DOTALL)
_UNSIGNED: Final = (1 << 64) - 1


@dataclass(eq=False)
class HloProgram:
    """One program's HLO as the profile carries it."""

    program_id: int
    name: str
    """The module's name."""
    proto: bytes = field(repr=False)
    """A serialized ``xla.HloProto``."""

    @cached_property
    def ops(self) -> Mapping[str, Op]:
        """Every instruction, by name; empty when the proto can't be read."""
        try:
            module = HloProto.FromString(self.proto).hlo_module
        except DecodeError:
            return {}
        return {op.name: op for op in _ops(module, self.program_id, self.name)}


def split_module_name(name: str) -> tuple[str, int | None]:
    """``jit_f(12)`` as ``("jit_f", 12)``; a name without an id as it is."""
    match = _NAME_AND_ID.fullmatch(name)
    if match is None:
        return name, None
    return match[1], int(match[2]) & _UNSIGNED


def hlo_programs(space: Space) -> dict[int, HloProgram]:
    """The programs whose HLO the profile carries, by program id."""
    plane = space.plane(_METADATA_PLANE)
    found = (_program(kind) for kind in plane.event_kinds.values()) if plane else ()
    return {program.program_id: program for program in found if program is not None}


def _program(kind: EventKind) -> HloProgram | None:
    """The program of one entry of the metadata plane, if the entry is one."""
    proto = kind.stats.get("Hlo Proto")
    if not isinstance(proto, bytes):
        return None
    name, program_id = split_module_name(kind.name)
    stat = kind.stats.get("program_id")
    if isinstance(stat, int):
        program_id = stat
    return HloProgram((kind.id if program_id is None else program_id) & _UNSIGNED, name, proto)


def _ops(module: Any, program_id: int, name: str) -> Iterator[Op]:
    """The instructions of a module as ops."""
    frames = module.stack_frame_index
    for computation in module.computations:
        names = {inst.id: text(inst.name) for inst in computation.instructions}
        for inst in computation.instructions:
            opcode = text(inst.opcode)
            yield Op(
                program_id=program_id,
                module=name,
                name=text(inst.name),
                opcode=opcode,
                category=_category(opcode, text(inst.fusion_kind)),
                operands=tuple(names.get(operand, "") for operand in inst.operand_ids),
                op_name=text(inst.metadata.op_name),
                source=_source(inst.metadata, frames),
            )


def _category(opcode: str, fusion_kind: str) -> str:
    """The opcode, with the kind before it for a fusion: ``loop fusion``."""
    kind = fusion_kind.removeprefix("k").lower()
    return f"{kind} fusion" if opcode == "fusion" and kind else opcode


def _source(metadata: Any, frames: Any) -> str:
    """``file:line`` of an instruction, from either form in which HLO keeps it."""
    if metadata.source_file:
        return f"{text(metadata.source_file)}:{metadata.source_line}"
    # All ids are 1-based, and 0 stands for none; one that points nowhere counts as none.
    frame = _at(frames.stack_frames, metadata.stack_frame_id)
    location = _at(frames.file_locations, frame.file_location_id) if frame else None
    if location is None:
        return ""
    file = _at(frames.file_names, location.file_name_id)
    return f"{text(file)}:{location.line}" if file else ""


def _at(table: Any, one_based: int) -> Any:
    """An entry of a table whose ids start at 1, or None."""
    return table[one_based - 1] if 1 <= one_based <= len(table) else None
