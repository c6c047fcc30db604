"""Rows of ops and of module events, from the events of a Chrome trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.formats.hlo_programs import split_module_name
from xlagym.evidence.profile.ops.op import Op, read_instruction
from xlagym.evidence.profile.ops.op_events import OpEvents
from xlagym.evidence.profile.ops.op_track import DeviceKind
from xlagym.evidence.profile.profile import ModuleEvents
from xlagym.evidence.profile.runs.intervals import Picoseconds

_UNUSABLE: Final = -1
"""Stands for a time that is no number; ``op_events`` leaves such events untimed."""
_FARTHEST_PS: Final = 1 << 60

Event = Mapping[str, Any]
"""One entry of ``traceEvents``, as JSON gives it: nothing in it can be relied on."""


@dataclass(slots=True)
class ChromeThread:
    """A thread of a process: a line of a plane."""

    name: str
    events: list[Event] = field(default_factory=list)


def device_row(plane: str, row: ChromeThread, modules: ModuleEvents | None) -> OpEvents:
    """A TPU's row of ops."""
    start, duration = _times(row.events)
    on_device = [_device_times(event) for event in row.events]
    programs = _programs_at(start, modules)
    ops, op = _distinct(
        [_described(event, *program) for event, program in zip(row.events, programs, strict=True)]
    )
    return OpEvents(
        plane=plane,
        lines=(row.name,),
        line=None,
        device="tpu",
        ops=ops,
        op=op,
        own_start_ps=start,
        own_duration_ps=duration,
        device_start_ps=np.array([each[0] if each else 0 for each in on_device], np.int64),
        device_duration_ps=np.array([each[1] if each else 0 for each in on_device], np.int64),
        on_device=np.array([each is not None for each in on_device], np.bool_),
    )


def named_rows(plane: str, rows: Sequence[ChromeThread], device: DeviceKind) -> list[OpEvents]:
    """The rows of a GPU's streams or a CPU's threads: their events name their op."""
    found = []
    for row in rows:
        events = [
            event
            for event in row.events
            if text_of(event, "hlo_op") and not name_of(event).startswith("end: ")
        ]
        if not events:
            continue
        start, duration = _times(events)
        ops, op = _distinct([_named(event, device) for event in events])
        run_ids = [_whole(_argument(event, "run_id")) for event in events]
        run_id = None if None in run_ids else np.array(run_ids, np.int64)
        found.append(
            OpEvents(plane, (row.name,), None, device, ops, op, start, duration, run_id=run_id)
        )
    return found


def module_events(plane: str, row: ChromeThread) -> ModuleEvents:
    """A chip's row of module events, sorted by start."""
    start, duration = _times(row.events)
    order = np.argsort(start, kind="stable")
    split = [split_module_name(name_of(row.events[at])) for at in order]
    return ModuleEvents(
        plane=plane,
        names=tuple(name for name, _ in split),
        program_id=tuple(program_id for _, program_id in split),
        start_ps=start[order],
        duration_ps=duration[order],
    )


def _programs_at(start: Picoseconds, modules: ModuleEvents | None) -> list[tuple[int | None, str]]:
    """Program id and module of the module event around each moment."""
    if modules is None:
        return [(None, "")] * start.size
    event = np.searchsorted(modules.start_ps, start, side="right") - 1
    return [
        (modules.program_id[at], modules.names[at]) if at >= 0 else (None, "")
        for at in event.tolist()
    ]


def _described(event: Event, program_id: int | None, module: str) -> Op:
    """A TPU's op."""
    said = read_instruction(text_of(event, "long_name"))
    return Op(
        program_id=program_id,
        module=module,
        name=name_of(event),
        opcode=said.opcode if said else "",
        category=text_of(event, "hlo_category") or (said.opcode if said else ""),
        text=text_of(event, "long_name") if said else "",
        operands=said.operands if said else (),
        bytes_accessed=_whole(_argument(event, "bytes_accessed")),
        op_name=text_of(event, "tf_op").removesuffix(":"),
        source=text_of(event, "source"),
    )


def _named(event: Event, device: DeviceKind) -> Op:
    """A GPU's or CPU's op."""
    kernel = name_of(event) if device == "gpu" else ""
    program_id = _whole(_argument(event, "program_id"))
    return Op(program_id, text_of(event, "hlo_module"), text_of(event, "hlo_op"), kernel=kernel)


def _distinct(ops: Sequence[Op]) -> tuple[list[Op], NDArray[np.int64]]:
    """The distinct ops, and each event's index among them."""
    number: dict[Op, int] = {}
    codes = [number.setdefault(op, len(number)) for op in ops]
    return list(number), np.array(codes, np.int64)


def _times(events: Sequence[Event]) -> tuple[Picoseconds, Picoseconds]:
    """Start and duration of events."""
    start = np.array([_picoseconds(event.get("ts"), -_FARTHEST_PS) for event in events], np.int64)
    duration = [_picoseconds(event.get("dur"), _UNUSABLE) for event in events]
    return start, np.array(duration, np.int64)


def _device_times(event: Event) -> tuple[int, int] | None:
    """Start and duration by the device's clock, where the event has both."""
    start = _whole(_argument(event, "device_offset_ps"))
    duration = _whole(_argument(event, "device_duration_ps"))
    return None if start is None or duration is None else (start, duration)


def _picoseconds(microseconds: object, otherwise: int) -> int:
    """A decimal number of microseconds; ``otherwise`` where it is none or out of range."""
    if not isinstance(microseconds, int | float) or not abs(microseconds) < _FARTHEST_PS / 1e6:
        return otherwise
    return round(microseconds * 1e6)


def _argument(event: Event, name: str) -> object:
    """One of an event's args."""
    arguments = event.get("args")
    return arguments.get(name) if isinstance(arguments, dict) else None


def text_of(event: Event, name: str) -> str:
    """An arg that is text, or nothing."""
    value = _argument(event, name)
    return _clean(value) if isinstance(value, str) else ""


def name_of(event: Event) -> str:
    """An event's name."""
    return _clean(str(event.get("name", "")))


def _clean(text: str) -> str:
    """Text without halves of surrogate pairs, which JSON can hold and UTF-8 can't."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _whole(value: object) -> int | None:
    """A whole number of 64 bits, written as a number or as text."""
    if not isinstance(value, int | str):
        return None
    try:
        number = int(value)
    except ValueError:
        return None
    return number if -(1 << 63) <= number < 1 << 63 else None
