"""The second, poorer form of a profile: the ``trace.json.gz`` that jax writes beside it.

It is made for viewers. Times are decimal microseconds; program ids, flops and the device's
capabilities are left out, and a viewer's limit may have dropped events. On a TPU the module events
say which program an op belongs to.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from xlagym.evidence.profile.formats.chrome_ops import (
    ChromeThread,
    Event,
    device_row,
    module_events,
    named_rows,
    text_of,
)
from xlagym.evidence.profile.formats.form import not_a_profile
from xlagym.evidence.profile.health.faults import Fault, fatal
from xlagym.evidence.profile.ops.op_events import OpEvents, op_tracks_of
from xlagym.evidence.profile.ops.op_rows import HOST_PLANE, device_kind
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Device, ModuleEvents, PlaneSummary, Profile

_GZIP: Final = b"\x1f\x8b"
_OPS_LINE: Final = "XLA Ops"
_MODULES_LINE: Final = "XLA Modules"


def read_chrome_trace(data: bytes, limit: int) -> Profile:
    """Read a Chrome trace, gzipped or plain.

    Args:
        data: the file's bytes.
        limit: refuse more bytes than this, unpacked.

    Raises:
        ProfileError: when it is too large, cut short, or no trace.
    """
    planes = _planes(_events(_unpacked(data, limit)))
    modules = tuple(
        module_events(plane, row)
        for plane, rows in planes.items()
        for row in rows
        if device_kind(plane) and row.name == _MODULES_LINE and row.events
    )
    tracks = _tracks(planes, modules)
    kinds = [kind for plane in planes if (kind := device_kind(plane))]
    return Profile(
        form="chrome",
        size=len(data),
        device=Device(kinds[0] if kinds else "cpu" if tracks else None, "", len(kinds)),
        planes=tuple(
            PlaneSummary(plane, tuple((row.name, len(row.events)) for row in rows))
            for plane, rows in planes.items()
        ),
        tracks=tracks,
        modules=modules,
    )


def _unpacked(data: bytes, limit: int) -> bytes:
    """The JSON text."""
    if not data.startswith(_GZIP):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(data, limit + 1)
    except zlib.error:
        raise not_a_profile("The file begins like gzip and can't be unpacked.") from None
    if len(text) > limit:
        raise fatal(
            Fault.TOO_LARGE,
            f"The trace is larger than {limit:,} bytes when unpacked, which is all that is read "
            "here; none of it was read.",
            "Trace fewer steps, or give the .xplane.pb beside it.",
        )
    if not unpacker.eof:
        raise fatal(
            Fault.TRUNCATED,
            f"The gzip file is cut short: it ends at byte {len(data):,}, inside its data.",
            "Copy the file again, and compare its size with the original's.",
        )
    return text


def _events(text: bytes) -> list[Event]:
    """The trace's events."""
    try:
        trace = json.loads(text)
    except (ValueError, RecursionError):
        if text.rstrip()[-1:] not in (b"}", b"]"):
            raise fatal(
                Fault.TRUNCATED,
                "The JSON is cut short: it ends inside a value.",
                "Copy the file again, and compare its size with the original's.",
            ) from None
        raise not_a_profile("The file begins like JSON and can't be parsed.") from None
    events = trace.get("traceEvents") if isinstance(trace, dict) else None
    if not isinstance(events, list):
        raise not_a_profile("The file is JSON without a list of traceEvents.")
    return [event for event in events if isinstance(event, dict)]


def _planes(events: Sequence[Event]) -> dict[str, list[ChromeThread]]:
    """The trace's rows, by the name of their process."""
    processes: dict[str, str] = {}
    threads: dict[tuple[str, str], ChromeThread] = {}
    for event in events:
        pid, row = str(event.get("pid")), (str(event.get("pid")), str(event.get("tid")))
        match event.get("ph"), event.get("name"):
            case "M", "process_name":
                processes[pid] = text_of(event, "name")
            case "M", "thread_name":
                threads.setdefault(row, ChromeThread("")).name = text_of(event, "name")
            case "X", _:
                threads.setdefault(row, ChromeThread("")).events.append(event)
    planes: dict[str, list[ChromeThread]] = {}
    for (pid, _), found in threads.items():
        planes.setdefault(processes.get(pid, f"process {pid}"), []).append(found)
    return planes


def _tracks(
    planes: Mapping[str, list[ChromeThread]], modules: Sequence[ModuleEvents]
) -> tuple[OpTrack, ...]:
    """The rows of ops."""
    around = {row.plane: row for row in modules}
    found: list[OpEvents] = []
    for plane, rows in planes.items():
        kind = device_kind(plane)
        if kind == "tpu":
            ops_rows = [row for row in rows if row.name == _OPS_LINE and row.events]
            found += (device_row(plane, row, around.get(plane)) for row in ops_rows)
        elif kind == "gpu":
            found += named_rows(plane, rows, kind)
    if not found and HOST_PLANE in planes:
        found += named_rows(HOST_PLANE, planes[HOST_PLANE], "cpu")
    return tuple(track for events in found for track in op_tracks_of(events))
