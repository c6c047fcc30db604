"""A TPU's rows of ops: the metadata of an event describes its op, down to flops and bytes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.event_columns import EventColumns
from xlagym.evidence.profile.formats.hlo_programs import split_module_name
from xlagym.evidence.profile.formats.xplane import EventKind, Plane, StatValue, line_groups
from xlagym.evidence.profile.ops.distinct import distinct
from xlagym.evidence.profile.ops.op import Op, read_instruction
from xlagym.evidence.profile.ops.op_events import OpEvents
from xlagym.evidence.profile.runs.intervals import Picoseconds

_OPS_LINES: Final = frozenset({"XLA Ops", "Sparse Core Ops"})
_UNSIGNED: Final = (1 << 64) - 1


def described_ops(plane: Plane, modules: Mapping[int, str]) -> Iterator[OpEvents]:
    """The ops rows of a TPU's plane."""
    names = {**_module_names(plane), **modules}
    for group in line_groups(line for line in plane.lines if line.name in _OPS_LINES):
        columns = group.columns(("device_offset_ps", "device_duration_ps"))
        ids, op = distinct(columns.metadata_id)
        kinds = (plane.event_kinds.get(int(id_)) for id_ in ids)
        start, duration, on_device = _device_times(columns)
        line = group.line_of_event
        yield OpEvents(
            plane=plane.name,
            lines=[each.name for each in group.lines],
            line=line,
            device="tpu",
            ops=[_op(kind, names) for kind in kinds],
            op=op,
            own_start_ps=group.own_start_ps(columns.offset_ps, line),
            own_duration_ps=columns.duration_ps,
            device_start_ps=start,
            device_duration_ps=duration,
            on_device=on_device,
        )


def _device_times(
    columns: EventColumns,
) -> tuple[Picoseconds | None, Picoseconds | None, NDArray[np.bool_] | None]:
    """The device clock's start and duration, and which events have both."""
    start = columns.stats.get("device_offset_ps")
    duration = columns.stats.get("device_duration_ps")
    if start is None or duration is None:
        return None, None, None
    return start.integers(), duration.integers(), start.present & duration.present


def _module_names(plane: Plane) -> dict[int, str]:
    """Module names by program id, from the plane's own module events."""
    split = (split_module_name(kind.name) for kind in plane.event_kinds.values())
    return {program_id: name for name, program_id in split if program_id is not None}


def _op(kind: EventKind | None, modules: Mapping[int, str]) -> Op:
    """An op from the metadata of its events."""
    if kind is None:
        return Op(None, "", "(event without metadata)")
    program = _integer(kind.stats.get("program_id"))
    program = None if program is None else program & _UNSIGNED
    said = read_instruction(kind.name)
    return Op(
        program_id=program,
        module=modules.get(program, "") if program is not None else "",
        name=kind.display_name or (said.name if said else kind.name),
        opcode=said.opcode if said else "",
        category=_text(kind.stats.get("hlo_category")) or (said.opcode if said else ""),
        text=kind.name if said else "",
        operands=said.operands if said else (),
        flops=_integer(kind.stats.get("flops")),
        bytes_accessed=_integer(kind.stats.get("bytes_accessed")),
        op_name=_text(kind.stats.get("tf_op")).removesuffix(":"),
        source=_text(kind.stats.get("source")),
    )


def _integer(value: StatValue | None) -> int | None:
    """A stat as an integer, where it is a number."""
    return int(value) if isinstance(value, int | float) and math.isfinite(value) else None


def _text(value: StatValue | None) -> str:
    """A stat as text, where it is text."""
    return value if isinstance(value, str) else ""
