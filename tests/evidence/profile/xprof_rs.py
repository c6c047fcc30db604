"""What xprof-rs, a reader in Rust that shares no code with ours or XProf's, says of a profile."""

from __future__ import annotations

import html
import json
import subprocess
from dataclasses import dataclass
from importlib.metadata import files
from pathlib import Path

from xlagym.evidence.profile.formats.schema import XSpace

_HLO_PLANE = b"/host:metadata"


@dataclass(frozen=True)
class RustRow:
    """One op of one program over all chips. Times in picoseconds, as near as doubles come."""

    occurrences: int
    total_ps: float
    self_ps: float
    category: str
    source_file: str


def rust_rows(data: bytes, folder: Path) -> dict[tuple[str, str], RustRow]:
    """The rows of ``xprof-rs get_hlo_stats``, by program id and op."""
    (folder / "host.xplane.pb").write_bytes(data)
    done = subprocess.run(
        [binary(), "get_hlo_stats", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(done.stdout)
    assert rows, "a comparison with nothing proves nothing"
    found = {
        (str(row["program_id"]), row["op_name"]): RustRow(
            row["occurrences"],
            row["total_time_us"] * 1e6,
            row["total_self_time_us"] * 1e6,
            row["category"],
            html.unescape(row["source_file"].rpartition(">")[2]),
        )
        for row in rows
    }
    assert len(found) == len(rows)
    return found


def without_hlo(data: bytes) -> bytes:
    """The profile without the programs it carries.

    xprof-rs 0.1.3 answers nothing at all where the id of a carried program is 1,028 or more, as
    every id that XLA makes on a TPU is. A TPU's ops are described on their own planes.
    """
    space = XSpace.FromString(data)
    space.planes.remove(next(plane for plane in space.planes if plane.name == _HLO_PLANE))
    kept: bytes = space.SerializeToString()
    return kept


def binary() -> str:
    """The program, where pip has put it."""
    return str(next(file for file in files("xprof-rs") or () if file.stem == "xprof-rs").locate())
