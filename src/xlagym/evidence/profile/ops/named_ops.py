"""Rows whose events name their op in a stat: a GPU's streams, a CPU's threads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.event_columns import EventColumns
from xlagym.evidence.profile.formats.hlo_programs import HloProgram
from xlagym.evidence.profile.formats.stat_columns import BYTES, REF, STR, StatColumn
from xlagym.evidence.profile.formats.xplane import Plane, line_groups
from xlagym.evidence.profile.ops.distinct import distinct
from xlagym.evidence.profile.ops.op import Op
from xlagym.evidence.profile.ops.op_events import OpEvents
from xlagym.evidence.profile.ops.op_track import DeviceKind

# Rows that a viewer derives from the others; counting them would count their events twice.
_DERIVED_LINES: Final = frozenset(
    {
        "Steps",
        "XLA Modules",
        "XLA Ops",
        "Framework Ops",
        "Framework Name Scope",
        "Source code",
        "Launch Stats",
    }
)
_END_MARK: Final = "end: "
"""A CPU trace's second, momentary event of an op."""
_UNSIGNED: Final = (1 << 64) - 1

Programs = Mapping[int, HloProgram]


def named_ops(plane: Plane, device: DeviceKind, programs: Programs) -> Iterator[OpEvents]:
    """The rows of a plane whose events name their op in a stat."""
    if "hlo_op" not in plane.stat_names.values():
        return
    lines = (line for line in plane.lines if device == "cpu" or line.name not in _DERIVED_LINES)
    for group in line_groups(lines):
        columns = group.columns(("hlo_op", "hlo_module", "program_id", "run_id"))
        rows = _op_rows(columns, plane)
        if not rows.size:
            continue
        all_lines = group.line_of_event
        here, line = _lines_of(None if all_lines is None else all_lines[rows])
        ops, op = _ops(columns, rows, plane, programs, device)
        run_id = columns.stats.get("run_id")
        yield OpEvents(
            plane=plane.name,
            lines=[group.lines[at].name for at in here],
            line=line,
            device=device,
            ops=ops,
            op=op,
            own_start_ps=group.own_start_ps(
                columns.offset_ps[rows], None if all_lines is None else all_lines[rows]
            ),
            own_duration_ps=columns.duration_ps[rows],
            run_id=run_id.integers()[rows] if run_id else None,
            has_run_id=_all_have(run_id.present[rows], line, len(here)) if run_id else None,
        )


def _lines_of(line: NDArray[np.int64] | None) -> tuple[list[int], NDArray[np.int64] | None]:
    """The distinct lines, and each row's index among them; None where there is one."""
    if line is None:
        return [0], None
    found, index = distinct(line)
    return found.tolist(), None if found.size == 1 else index


def _all_have(
    present: NDArray[np.bool_], line: NDArray[np.int64] | None, count: int
) -> NDArray[np.bool_]:
    """Of which lines all rows have a stat."""
    if line is None:
        return np.array([present.all()])
    all_have: NDArray[np.bool_] = np.bincount(line[~present], minlength=count) == 0
    return all_have


def _op_rows(columns: EventColumns, plane: Plane) -> NDArray[np.int64]:
    """Which events are ops: they name one, and aren't the mark of its end."""
    rows = np.flatnonzero(columns.stats["hlo_op"].present)
    ids, code = distinct(columns.metadata_id[rows])
    ends = [_kind_name(plane, id_).startswith(_END_MARK) for id_ in ids]
    return rows[~np.array(ends, np.bool_)[code]]


def _kind_name(plane: Plane, id_: np.int64) -> str:
    """The name that events of this metadata id share."""
    kind = plane.event_kinds.get(int(id_))
    return kind.name if kind else ""


def _ops(
    columns: EventColumns,
    rows: NDArray[np.int64],
    plane: Plane,
    programs: Programs,
    device: DeviceKind,
) -> tuple[list[Op], NDArray[np.int64]]:
    """The ops that the events of ``rows`` name, and each event's index among them."""
    names, name = _texts(columns.stats["hlo_op"], rows, plane)
    modules, module = _texts(columns.stats.get("hlo_module"), rows, plane)
    program_ids, program = _program_ids(columns.stats.get("program_id"), rows)
    kinds, kind = distinct(columns.metadata_id[rows])
    op = name
    for part in (module, program, kind):
        _, op = distinct(op * (int(part.max()) + 1) + part)
    example = np.zeros(int(op.max()) + 1, np.int64)
    example[op] = np.arange(op.size)
    ops = [
        _op(
            programs,
            program_ids[program[at]],
            modules[module[at]],
            names[name[at]],
            _kind_name(plane, kinds[kind[at]]) if device == "gpu" else "",
        )
        for at in example
    ]
    return ops, op


def _op(programs: Programs, program_id: int | None, module: str, name: str, kernel: str) -> Op:
    """An op by name, with what the program's HLO says of it."""
    program = None if program_id is None else programs.get(program_id)
    known = program.ops.get(name) if program else None
    if known is None:
        return Op(program_id, module, name, kernel=kernel)
    return Op(
        program_id=program_id,
        module=module or known.module,
        name=name,
        opcode=known.opcode,
        category=known.category,
        operands=known.operands,
        op_name=known.op_name,
        source=known.source,
        kernel=kernel,
    )


def _texts(
    column: StatColumn | None, rows: NDArray[np.int64], plane: Plane
) -> tuple[list[str], NDArray[np.int64]]:
    """Distinct texts of a stat, and each row's index among them; empty text where absent."""
    if column is None:
        return [""], np.zeros(rows.size, np.int64)
    # A reference and a text of the same number are different values, so the kind goes with it.
    raw = column.value[rows].view(np.int64) * 8 + column.kind[rows]
    found, code = distinct(raw)
    texts = [_text_of(int(each) >> 3, int(each) & 7, column, plane) for each in found]
    return texts, code


def _text_of(value: int, kind: int, column: StatColumn, plane: Plane) -> str:
    """The text of one stat value."""
    if kind == REF:
        return plane.stat_names.get(value, "")
    return column.texts[value] if 0 <= value < len(column.texts) and kind in (STR, BYTES) else ""


def _program_ids(
    column: StatColumn | None, rows: NDArray[np.int64]
) -> tuple[list[int | None], NDArray[np.int64]]:
    """Distinct program ids, unsigned, and each row's index among them; None where absent."""
    if column is None:
        return [None], np.zeros(rows.size, np.int64)
    found, code = distinct(column.integers()[rows])
    ids: list[int | None] = [int(each) & _UNSIGNED for each in found]
    absent = ~column.present[rows]
    if bool(absent.any()):
        code = np.where(absent, len(ids), code)
        ids.append(None)
    return ids, code
