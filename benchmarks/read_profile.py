"""How fast an op table comes out of a profile, beside three others that read the same file.

XProf's ``hlo_stats`` and ``xprof-rs get_hlo_stats``, one program in Rust, make the same table;
jax's ProfileData gives no stats of event metadata, so its loop sums durations by name and no more.
Each reads the file in a process of its own, several times in turn, since machines are shared; the
best time counts. ``s`` is what reading took by the clock on the wall, from the file on disk to
the table, without imports; ``CPU s`` what all cores worked for it; ``process`` the wall again, from
the start of the process to its end. xprof-rs is measured as a process only.

Then the same over 1, 4, 16 times the events, and over 1, 4, 16 times the lines: the rate should
stay what it is. Run with ``python benchmarks/read_profile.py [EVENTS]``.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.metadata import files
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
EVENTS = 2_000_000
TIMES = 3
"""How often each reads the file."""
GROWTH = (16, 4, 1)
"""Parts of the events that are read to see how the time grows."""
LINES = (1_250, 5_000, 20_000)
EVENTS_A_LINE = 10


@dataclass(frozen=True)
class Reading:
    """What one reader did with a file."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    """The most memory that the process had resident, its libraries included."""
    events: int
    """Events that it counted."""
    process_seconds: float = 0.0


def main() -> None:
    """Let each reader read, and print tables."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    with tempfile.TemporaryDirectory() as folder:
        path = made(Path(folder, "whole"), wanted, 1)
        print_readers(path, in_turn(READERS, path))
        rows = [
            (size, in_turn(READERS, made(Path(folder, f"part{size}"), size, 1), 1))
            for size in (wanted // part for part in GROWTH)
        ]
        print_growth("op events", rows)
        most = {name: READERS[name] for name in ("xlagym op table", "ProfileData loop")}
        rows = [
            (lines, in_turn(most, made(Path(folder, f"{lines}"), lines * EVENTS_A_LINE, lines), 1))
            for lines in LINES
        ]
        print_growth(f"lines of {EVENTS_A_LINE} op events", rows)


def made(folder: Path, events: int, lines: int) -> Path:
    """A profile of so many events in a folder of its own."""
    folder.mkdir()
    path = folder / "host.xplane.pb"
    script = [sys.executable, str(HERE / "made_profile.py"), str(path), str(events), str(lines)]
    subprocess.run(script, check=True)
    return path


def in_turn(readers: dict[str, str], path: Path, times: int = TIMES) -> dict[str, Reading]:
    """The best of what each reader did, one after the other and again."""
    found: dict[str, list[Reading]] = {name: [] for name in readers}
    for _ in range(times):
        for name, task in readers.items():
            found[name].append(apart(task, path))
    return {
        name: replace(
            min(done, key=lambda each: each.cpu_seconds),
            seconds=min(each.seconds for each in done),
            process_seconds=min(each.process_seconds for each in done),
        )
        for name, done in found.items()
    }


def apart(task: str, path: Path) -> Reading:
    """Do one of ``TASKS`` in a process of its own."""
    start = time.perf_counter()
    command = [sys.executable, __file__, task, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{task} failed:\n{done.stderr[-2000:]}")
    reading = Reading(**json.loads(done.stdout.splitlines()[-1]))
    if reading.process_seconds:
        return reading
    return replace(reading, process_seconds=time.perf_counter() - start)


def print_readers(path: Path, rows: dict[str, Reading]) -> None:
    """The readers of one file beside each other."""
    size = path.stat().st_size
    ours = rows["xlagym op table"]
    table = Table(title=f"{ours.events:,} op events, {size / 1e6:.0f} MB, the best of {TIMES}")
    headings = ("s", "CPU s", "process s", "M events/s", "× ours", "peak MB", "÷ ours", "÷ file")
    table.add_column("reader")
    for heading in headings:
        table.add_column(heading, justify="right")
    for name, row in rows.items():
        table.add_row(
            name,
            f"{row.seconds:.2f}",
            f"{row.cpu_seconds:.2f}",
            f"{row.process_seconds:.2f}",
            f"{row.events / row.seconds / 1e6:.2f}",
            f"{ours.seconds / row.seconds:.2f}",
            f"{row.peak_bytes / 1e6:.0f}",
            f"{row.peak_bytes / ours.peak_bytes:.2f}",
            f"{row.peak_bytes / size:.1f}",
        )
        assert row.events == ours.events, f"{name} counted {row.events:,}"
    Console(width=116).print(table)


def print_growth(of: str, rows: list[tuple[int, dict[str, Reading]]]) -> None:
    """How each reader's time and memory grow."""
    table = Table(title=f"growth: CPU s and peak MB over 1, 4, 16 times the {of}")
    table.add_column(of, justify="right")
    for name in rows[0][1]:
        table.add_column(name, justify="right")
    for size, readings in rows:
        cells = (
            f"{each.cpu_seconds:.2f} s {each.peak_bytes / 1e6:.0f} MB" for each in readings.values()
        )
        table.add_row(f"{size:,}", *cells)
    Console(width=116).print(table)


def timed(count: Callable[[Path], int], path: Path) -> Reading:
    """Time one reader in this process, from the file on disk to the end."""
    start, cpu = time.perf_counter(), time.process_time()
    events = count(path)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return Reading(seconds, cpu_seconds, int(line.split()[1]) * 1024, events)


def with_xlagym(path: Path) -> Reading:
    """Our op table over all chips."""
    from xlagym.evidence.profile.ops.device_ops import op_table, over_chips
    from xlagym.evidence.profile.reading import read_profile

    def count(path: Path) -> int:
        with path.open("rb") as stream:
            profile = read_profile(stream)
        return sum(row.occurrences for row in over_chips(op_table(profile)))

    return timed(count, path)


def with_profile_data(path: Path) -> Reading:
    """Durations by name, by iteration."""
    from jax.profiler import ProfileData

    def count(path: Path) -> int:
        sums: dict[str, float] = {}
        count = 0
        for plane in ProfileData.from_file(str(path)).planes:
            for line in plane.lines:
                if line.name == "XLA Ops":
                    for event in line.events:
                        sums[event.name] = sums.get(event.name, 0.0) + event.duration_ns
                        count += 1
        return count

    return timed(count, path)


def with_xprof(path: Path) -> Reading:
    """XProf's own op table; it leaves a cache beside the file, which would answer next time."""
    from xprof.convert.raw_to_tool_data import xspace_to_tool_data

    def count(path: Path) -> int:
        stats = json.loads(xspace_to_tool_data([str(path)], "hlo_stats", {})[0])
        column = [each["id"] for each in stats["cols"]].index("occurrences")
        return int(sum(row["c"][column]["v"] for row in stats["rows"]))

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        os.link(path, copy)
        return timed(count, copy)


def with_xprof_rs(path: Path) -> Reading:
    """The op table of xprof-rs."""
    binary = next(file for file in files("xprof-rs") or () if file.stem == "xprof-rs").locate()
    start = time.perf_counter()
    command = [str(binary), "get_hlo_stats", str(path.parent)]
    done = subprocess.run(command, capture_output=True, check=True)
    seconds = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    events = sum(row["occurrences"] for row in json.loads(done.stdout))
    cpu_seconds = used.ru_utime + used.ru_stime
    return Reading(seconds, cpu_seconds, used.ru_maxrss * 1024, events, process_seconds=seconds)


def with_xprof_rs_on_one_core(path: Path) -> Reading:
    """The same with one core to work on."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return with_xprof_rs(path)


READERS = {
    "xlagym op table": "--xlagym",
    "xprof-rs, one core": "--xprof-rs-on-one-core",
    "xprof-rs, all cores": "--xprof-rs",
    "ProfileData loop": "--profile-data",
    "xprof hlo_stats": "--xprof",
}
TASKS: dict[str, Callable[[Path], Reading]] = {
    "--xlagym": with_xlagym,
    "--xprof-rs-on-one-core": with_xprof_rs_on_one_core,
    "--xprof-rs": with_xprof_rs,
    "--profile-data": with_profile_data,
    "--xprof": with_xprof,
}

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in TASKS:
        print(json.dumps(asdict(TASKS[sys.argv[1]](Path(sys.argv[2])))))
    else:
        main()
