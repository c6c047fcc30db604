"""Writes the profiles that ``read_profile.py`` lets others read.

Run with ``python benchmarks/made_profile.py PATH EVENTS LINES``: a file of some ``EVENTS`` op
events. With one line a chip they are a TPU's rows, their events repeated with later times, so that
every event is its own; where real captures lie beside the project their rows are repeated, else
those of a made-up chip. With more lines than that they are the made-up chip's, cut into ``LINES``.

The programs that a profile carries are left out: xprof-rs 0.1.3 answers nothing where the id of
one is 1,028 or more, as every id is that XLA makes for a TPU, and none of the readers needs them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xlagym.evidence.profile.formats.event_columns import EventColumns
from xlagym.evidence.profile.formats.schema import XEvent, XSpace
from xlagym.evidence.profile.formats.xplane import ProfileLine
from xlagym.evidence.profile.formats.xspace import read_xplane

ROOT = Path(__file__).resolve().parent.parent
CAPTURE = ROOT.parent / "shared/evidence/tpu/v6e-4chips-host-offload.xplane.pb"
CLOCK = ("device_offset_ps", "device_duration_ps")
MADE_UP_STATS = ("program_id", "hlo_category", "flops", "symbol_id")


def main(path: Path, events: int, lines: int) -> None:
    """Write the file."""
    real = CAPTURE.is_file() and lines == 1
    message = XSpace.FromString(CAPTURE.read_bytes()) if real else made_up()
    for plane in [plane for plane in message.planes if plane.name == b"/host:metadata"]:
        message.planes.remove(plane)
    repeat(message, events)
    if lines > 1:
        cut(message.planes[0], lines)
    path.write_bytes(message.SerializeToString())


def repeat(message: Any, wanted: int) -> None:
    """Have the rows of ops hold ``wanted`` events or a few more."""
    space = read_xplane(message.SerializeToString())
    rows = [line for plane in space.planes for line in plane.lines if line.name == "XLA Ops"]
    targets = [line for plane in message.planes for line in plane.lines if line.name == b"XLA Ops"]
    copies = -(-wanted // sum(len(line.events) for line in rows))
    for line, target in zip(rows, targets, strict=True):
        del target.events[:]
        for events in repeated(line, copies):
            target.events.extend(events)


def repeated(line: ProfileLine, copies: int) -> Iterator[list[bytes]]:
    """The line's events again and again, each time later by as long as they take."""
    columns = line.columns(CLOCK)
    ids = {name: key for key, name in line.plane.stat_names.items()}
    device = columns.stats["device_offset_ps"].integers()
    length = columns.stats["device_duration_ps"].integers()
    span = int((device + length).max() - device.min())
    for copy in range(copies):
        yield [one_event(columns, ids, row, copy * span) for row in range(device.size)]


def one_event(columns: EventColumns, ids: dict[str, int], row: int, later: int) -> bytes:
    """One event, serialized, ``later`` picoseconds later."""
    event = XEvent(
        metadata_id=int(columns.metadata_id[row]),
        offset_ps=int(columns.offset_ps[row]) + later,
        duration_ps=int(columns.duration_ps[row]),
    )
    for name in CLOCK:
        value = int(columns.stats[name].value[row]) + (later if name == CLOCK[0] else 0)
        event.stats.add(metadata_id=ids[name], uint64_value=value)
    serialized: bytes = event.SerializeToString()
    return serialized


def cut(plane: Any, lines: int) -> None:
    """Deal the events of the plane's one line out to many."""
    events = list(plane.lines[0].events)
    del plane.lines[:]
    for at in range(lines):
        share = slice(at * len(events) // lines, (at + 1) * len(events) // lines)
        plane.lines.add(id=at + 1, name=b"XLA Ops", events=events[share])


def made_up() -> Any:
    """A chip that runs one module a hundred times: fusions, one after the other."""
    message = XSpace()
    plane = message.planes.add(id=2, name=b"/device:TPU:0")
    for key, name in enumerate((*CLOCK, *MADE_UP_STATS), start=1):
        entry = plane.stat_metadata.add(key=key)
        entry.value.id, entry.value.name = key, name.encode()
    for key in range(1, 16):
        entry = plane.event_metadata.add(key=key)
        entry.value.id = key
        entry.value.name = b"%%fusion.%d = f32[8,128]{1,0} fusion(f32[8,128]{1,0} %%p)" % key
        entry.value.display_name = b"fusion.%d" % key
        entry.value.stats.add(metadata_id=3, uint64_value=1)
        entry.value.stats.add(metadata_id=4, str_value=b"loop fusion")
        entry.value.stats.add(metadata_id=5, int64_value=1 << 20)
        entry.value.stats.add(metadata_id=6, uint64_value=key)
    line = plane.lines.add(id=3, name=b"XLA Ops")
    for number in range(1500):
        at, length = number * 2_000_000, 1_500_000 + number
        event = XEvent(metadata_id=1 + number % 15, offset_ps=at, duration_ps=length)
        event.stats.add(metadata_id=1, uint64_value=at)
        event.stats.add(metadata_id=2, uint64_value=length)
        line.events.append(event.SerializeToString())
    return message


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
