"""How fast an op table comes out of a profile, beside XProf's ``hlo_stats`` and jax's ProfileData.

Each reader runs in a process of its own on one file of some two million op events: the rows of a
TPU, their events repeated with later times, so that every event is its own. Where real captures
lie beside the project their rows are repeated, else those of a made-up chip. ProfileData gives no
stats of event metadata, so its loop sums durations by name and no more.

Run with ``python benchmarks/read_profile.py [EVENTS]``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from xlagym.evidence.profile.formats.event_columns import EventColumns
from xlagym.evidence.profile.formats.schema import XEvent, XSpace
from xlagym.evidence.profile.formats.xplane import Line
from xlagym.evidence.profile.formats.xspace import read_xplane
from xlagym.evidence.profile.ops.device_ops import op_table, over_chips
from xlagym.evidence.profile.reading import read_profile

ROOT = Path(__file__).resolve().parent.parent
CAPTURE = ROOT.parent / "shared/evidence/tpu/v6e-4chips-host-offload.xplane.pb"
EVENTS = 2_000_000
CLOCK = ("device_offset_ps", "device_duration_ps")
MADE_UP_STATS = ("program_id", "hlo_category", "flops", "symbol_id")


@dataclass(frozen=True)
class Reading:
    """What one reader did with the file."""

    seconds: float
    peak_bytes: int
    events: int
    """Events that it counted."""


def main() -> None:
    """Make the file, let each reader read it, print a table."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "repeated.xplane.pb"
        apart("make", path, wanted)
        size = path.stat().st_size
        rows = {
            "xlagym op table": apart("xlagym", path),
            "ProfileData loop": apart("profile_data", path),
            "xprof hlo_stats": apart("xprof", path),
        }
    source = "a real TPU's rows" if CAPTURE.is_file() else "a made-up TPU's rows"
    table = Table(title=f"{wanted:,} op events or a little more, {size / 1e6:.0f} MB, {source}")
    for heading in ("reader", "op events", "s", "M events/s", "peak MB", "÷ file"):
        table.add_column(heading, justify="left" if heading == "reader" else "right")
    for name, row in rows.items():
        table.add_row(
            name,
            f"{row.events:,}",
            f"{row.seconds:.2f}",
            f"{row.events / row.seconds / 1e6:.2f}",
            f"{row.peak_bytes / 1e6:.0f}",
            f"{row.peak_bytes / size:.1f}",
        )
    Console().print(table)


def apart(what: str, path: Path, *rest: object) -> Reading:
    """Do one of ``TASKS`` in a process of its own."""
    command = [sys.executable, __file__, f"--{what}", str(path), *map(str, rest)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{what} failed:\n{done.stderr[-2000:]}")
    return Reading(**json.loads(done.stdout.splitlines()[-1]))


def timed(count: Callable[[Path], int], path: Path) -> None:
    """Time one reader, from the file on disk to the end, and print what it did."""
    start = time.perf_counter()
    events = count(path)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "peak_bytes": peak_bytes(), "events": events}))


def peak_bytes() -> int:
    """The most memory that this process has had resident, its libraries included."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def with_xlagym(path: Path) -> int:
    """Our op table over all chips."""
    with path.open("rb") as stream:
        profile = read_profile(stream)
    return sum(row.occurrences for row in over_chips(op_table(profile)))


def with_profile_data(path: Path) -> int:
    """Durations by name, by iteration."""
    from jax.profiler import ProfileData

    sums: dict[str, float] = {}
    count = 0
    for plane in ProfileData.from_file(str(path)).planes:
        for line in plane.lines:
            if line.name == "XLA Ops":
                for event in line.events:
                    sums[event.name] = sums.get(event.name, 0.0) + event.duration_ns
                    count += 1
    return count


def with_xprof(path: Path) -> int:
    """XProf's own op table."""
    from xprof.convert.raw_to_tool_data import xspace_to_tool_data

    stats = json.loads(xspace_to_tool_data([str(path)], "hlo_stats", {})[0])
    column = [each["id"] for each in stats["cols"]].index("occurrences")
    return int(sum(row["c"][column]["v"] for row in stats["rows"]))


def make(path: Path, wanted: int) -> None:
    """Write a profile whose rows of ops hold ``wanted`` events or a few more."""
    data = CAPTURE.read_bytes() if CAPTURE.is_file() else made_up()
    space, message = read_xplane(data), XSpace.FromString(data)
    rows = [line for plane in space.planes for line in plane.lines if line.name == "XLA Ops"]
    copies = -(-wanted // sum(len(line.events) for line in rows))
    for line, target in zip(rows, op_lines(message), strict=True):
        del target.events[:]
        for events in repeated(line, copies):
            target.events.extend(events)
    path.write_bytes(message.SerializeToString())
    print(json.dumps({"seconds": 0.0, "peak_bytes": 0, "events": 0}))


def op_lines(message: Any) -> list[Any]:
    """The rows of ops of a profile's protobuf."""
    return [line for plane in message.planes for line in plane.lines if line.name == b"XLA Ops"]


def repeated(line: Line, copies: int) -> Any:
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


def made_up() -> bytes:
    """A chip that runs one module a hundred times: fusions between copies in the background."""
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
    serialized: bytes = message.SerializeToString()
    return serialized


TASKS: dict[str, Callable[[Path], int]] = {
    "--xlagym": with_xlagym,
    "--profile_data": with_profile_data,
    "--xprof": with_xprof,
}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(Path(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:] and sys.argv[1] in TASKS:
        timed(TASKS[sys.argv[1]], Path(sys.argv[2]))
    else:
        main()
