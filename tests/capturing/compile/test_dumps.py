"""Reports and passes are found among a dump folder's many files."""

from __future__ import annotations

from pathlib import Path

import pytest

from xlagym.captures.forms import BUFFERS, LIVE_RANGES, MEMORY_USAGE
from xlagym.capturing.compile.dumps import read_dumped_passes, read_report
from xlagym.inputs.problems import ProblemError

STEM = "module_0000.jit_f"
PASSES = {
    f"{STEM}.0000.simplification.after_pipeline-start.before_algsimp.txt": "HloModule f, one\n",
    f"{STEM}.0001.simplification.after_algsimp.before_dce.txt": "HloModule f, two\n",
}
METADATA = f"""\
pass_metadata {{
  pass_id: 1
  pass_name: "pipeline-start"
  pipeline_name: "simplification"
  dump_filenames: "d/{STEM}.0000.simplification.after_pipeline-start.before_algsimp.txt"
}}
pass_metadata {{
  pass_id: 2
  pass_name: "algsimp"
  pipeline_name: "simplification"
  dump_filenames: "d/{STEM}.0001.simplification.after_algsimp.before_dce.txt"
  module_changed: true
}}
"""


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    for name, text in PASSES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / STEM).mkdir()
    (tmp_path / f"{STEM}.cpu_after_optimizations-live-range.txt").write_text("ranges")
    (tmp_path / f"{STEM}.cpu_after_optimizations-buffer-assignment.txt").write_text("buffers")
    (tmp_path / f"{STEM}.cpu_after_optimizations-buffer-assignment-values.txt").write_text("no")
    (tmp_path / "module_0001.jit_other.after_optimizations-live-range.txt").write_text("other")
    return tmp_path


def test_reports_of_this_module(dump: Path) -> None:
    assert read_report(dump, "jit_f", LIVE_RANGES) == "ranges"
    assert read_report(dump, "jit_f", BUFFERS) == "buffers"
    assert read_report(dump, "jit_other", LIVE_RANGES) == "other"


def test_a_report_that_is_not_there(dump: Path) -> None:
    with pytest.raises(ProblemError, match="expected one report …after_optimizations-memory"):
        read_report(dump, "jit_f", MEMORY_USAGE)


def test_passes_by_their_dumps(dump: Path) -> None:
    passes = read_dumped_passes(dump, "jit_f")
    assert passes.source == "dumps"
    assert [(run.name, run.changed) for run in passes.passes] == [
        ("pipeline-start", False),
        ("algsimp", True),
    ]


def test_passes_by_the_compilers_word(dump: Path) -> None:
    (dump / "module_0000.metadata.textproto").write_text(METADATA)
    other = METADATA.replace("jit_f", "jit_other").replace("module_0000", "module_0001")
    (dump / "module_0001.metadata.textproto").write_text(other)
    passes = read_dumped_passes(dump, "jit_f")
    assert (passes.source, passes.total, passes.changed) == ("metadata", 2, 1)
