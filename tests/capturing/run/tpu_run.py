"""A capture that ran on a TPU, as a lab would bring it: real texts, and a profile made to order.

The texts are those of ``attention-s8192@tpu-v6e``; the profile has the shape that TPUs write, with
times worked out by hand.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.evidence.profile.profile_builder import Bar, tpu_profile
from tests.places import ROOT
from xlagym.captures.capture import Capture
from xlagym.captures.manifest import FileEntry, write_manifest
from xlagym.captures.packing import pack
from xlagym.captures.store import load_capture
from xlagym.captures.timeline import timeline_of
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.reports.run_record import RunRecord, write_run_record

PROJECT = ROOT
TWIN = "attention-s8192@tpu-v6e"
ID = f"{TWIN}.run"
MODULE = "jit_naive_attention"
MICROSECOND = 1_000_000
"""In picoseconds."""
LENGTHS = ((100.0, 117.6), (100.0, 118.6), (101.0, 119.6))
"""Microseconds that the fusion and the kernel take in each run."""
_TEXTS = (
    "program.py",
    "stablehlo.mlir",
    "stablehlo.debug.mlir",
    "optimized.hlo",
    "cost.json",
    "memory.json",
)


def bars() -> list[Bar]:
    """Three runs: a copy in flight from the start, hidden under the fusion all but at its end.

    The copy starts at 0, the fusion runs, the done waits 2 µs, the kernel runs.
    """
    found = []
    for number, (fusion, kernel) in enumerate(LENGTHS):
        at = number * 1_000.0
        for name, length in (
            ("copy-start.1", 0.5),
            ("fusion", fusion),
            ("copy-done.1", 2.0),
            ("online-softmax", kernel),
        ):
            bar = Bar(_line(name), round(at * MICROSECOND), round(length * MICROSECOND))
            found.append(bar)
            at += length
    return found


def _line(name: str) -> str:
    """The instruction as a TPU's profile has it: one line, without metadata."""
    text = (PROJECT / "captures" / TWIN / "optimized.hlo").read_text()
    match = re.search(rf"^  (?:ROOT )?(%{re.escape(name)} = .*?\)), ", text, re.MULTILINE)
    assert match is not None
    return match[1]


def profile() -> bytes:
    """The profile of three runs on one chip."""
    runs = [
        (number * 1_000 * MICROSECOND, (number * 1_000 + 400) * MICROSECOND) for number in range(3)
    ]
    return tpu_profile(bars(), module=MODULE, runs=runs)


def record(data: bytes) -> RunRecord:
    """What the host would have written down."""
    timeline = timeline_of(read_profile(data), MODULE, "profile")
    told = tuple(run.envelope_ps for run in timeline.runs.runs)
    return RunRecord(
        device="TPU v6 lite",
        devices=1,
        module=MODULE,
        warm_up=3,
        runs=len(told),
        host_ns=tuple(each // 1_000 + 50_000 for each in told),
        profile_ps=told,
        xprof={"version": "2.24.2", "hlo_stats": "4 rows"},
    )


def tpu_run(store: Path, id: str = ID, data: bytes | None = None, **changed: str) -> Capture:
    """Write the capture into ``store`` under ``id``; ``changed`` are fields of its manifest."""
    data = profile() if data is None else data
    twin = load_capture(PROJECT / "captures" / TWIN)
    folder = store / id
    folder.mkdir(parents=True)
    files = {name: twin.content(name) for name in _TEXTS}
    files["run.json"] = write_run_record(record(profile())).encode()
    files["profile.xplane.pb.xz"] = pack(data)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    fields: dict[str, Any] = {
        "id": id,
        "basis": "measured",
        "target": "tpu-v6e.run",
        "topology": "1 device",
        "forecast": "it ran",
        "command": f"xlagym capture --trace {ID} --replace",
        "files": tuple(
            FileEntry(name, hashlib.sha256(content).hexdigest(), len(content))
            for name, content in files.items()
        ),
    }
    manifest = replace(twin.manifest, **fields | changed)
    (folder / "capture.yml").write_text(write_manifest(manifest))
    return load_capture(folder)
