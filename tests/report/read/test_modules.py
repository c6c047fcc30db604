"""A module that was given is read as a capture's is; what can't be read counts as not given."""

from __future__ import annotations

import shutil
from pathlib import Path

from xlagym.captures.forms import COST, HLO, LIVE_RANGES, PASSES, STABLEHLO
from xlagym.captures.store import load_capture
from xlagym.report.given.inputs import read_inputs
from xlagym.report.given.matching import match
from xlagym.report.read.modules import GivenModule, read_module


def given(*paths: Path) -> GivenModule:
    (module,) = match(read_inputs([str(path) for path in paths])).modules
    return read_module(module)


def test_a_captures_files_read_as_the_capture(attention: Path) -> None:
    found, capture = given(attention), load_capture(attention)
    assert found.problems == []
    assert found.cost == capture.cost
    assert found.memory_stats == capture.memory_stats
    assert found.forecast == capture.forecast
    assert found.peaks == capture.peaks
    assert found.big == capture.big
    assert [each.instruction.name for each in found.carriers] == [
        each.instruction.name for each in capture.carriers
    ]
    assert found.passes.total == capture.passes.total
    assert (found.origins.total, found.origins.traced) == (
        capture.origins.total,
        capture.origins.traced,
    )


def test_passes_are_read_from_dumps(dump: Path, attention: Path) -> None:
    found = given(dump, attention / "stablehlo.mlir", attention / "stablehlo.debug.mlir")
    assert found.problems == []
    assert found.has(PASSES)
    assert found.passes.source == "metadata"
    capture = load_capture(attention)
    assert found.passes.changed == capture.passes.changed == 22
    assert found.origins.total == capture.origins.total


def test_without_a_stablehlo_nothing_is_between(attention: Path) -> None:
    found = given(attention / "optimized.hlo")
    assert (found.big, found.carriers, found.spills, found.find(COST)) == (None, [], [], None)
    assert not found.has(STABLEHLO)
    assert not found.traces
    assert any(found.traced(each) for each in found.hlo.instructions)


def test_what_can_not_be_read_counts_as_not_given(tmp_path: Path, attention: Path) -> None:
    shutil.copy(attention / "optimized.hlo", tmp_path / "a.hlo")
    (tmp_path / "cost.json").write_text('{"flops": "many"}')
    (tmp_path / "ranges.txt").write_text("HloLiveRange\nnothing of the kind\n")
    found = given(tmp_path)
    assert [found.has(form) for form in (HLO, COST, LIVE_RANGES)] == [True, False, False]
    assert {(Path(each.file).name, each.advice) for each in found.problems} == {
        ("cost.json", "another version may write it in another way"),
        ("ranges.txt", "another version may write it in another way"),
    }
