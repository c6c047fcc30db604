from __future__ import annotations

import io
import shutil
from pathlib import Path

from tests.places import ROOT
from tests.report.hlo_texts import ASYNC
from xlagym.captures import forms
from xlagym.report.given.inputs import read_inputs
from xlagym.report.given.matching import Matched, match

MLP = ROOT / "captures" / "mlp@tpu-v6e"


def matched(*paths: Path | str) -> Matched:
    return match(read_inputs([str(path) for path in paths], io.BytesIO()))


def test_a_captures_folder_is_one_module_with_all_its_reports() -> None:
    (module,) = matched(MLP).modules
    assert module.name == "jit_mlp"
    assert module.stablehlo is not None and module.stablehlo.name.endswith("/stablehlo.mlir")
    assert module.debug is not None and module.debug.name.endswith("/stablehlo.debug.mlir")
    assert set(module.reports) == {
        forms.BUFFERS,
        forms.COST,
        forms.FORECAST,
        forms.LIVE_RANGES,
        forms.MEMORY,
        forms.MEMORY_USAGE,
        forms.PASSES,
        forms.PASS_TEXTS,
    }


def test_a_dump_is_its_last_text_with_reports_and_passes(dump: Path) -> None:
    found = matched(dump)
    (module,) = found.modules
    assert module.hlo is not None
    # It has no text of the end of the compile, so that after the last pass is taken.
    assert ".0075.Rename_TensorCore_Fusions." in module.hlo.name
    assert len(module.dumps) == 76
    assert forms.PASS_RECORD in module.reports
    assert found.unmatched == []


def test_names_of_files_say_nothing(tmp_path: Path) -> None:
    shutil.copy(MLP / "optimized.hlo", tmp_path / "picture.png")
    shutil.copy(MLP / "stablehlo.mlir", tmp_path / "notes")
    shutil.copy(MLP / "live-range.txt", tmp_path / "module.hlo")
    (module,) = matched(*sorted(tmp_path.iterdir())).modules
    assert [each.form for each in module.files] == [forms.HLO, forms.STABLEHLO, forms.LIVE_RANGES]


def test_a_report_goes_to_the_module_whose_instructions_it_names() -> None:
    rnn = ROOT / "captures" / "rnn@tpu-v6e"
    found = matched(
        MLP / "optimized.hlo", rnn / "optimized.hlo", rnn / "live-range.txt", MLP / "cost.json"
    )
    reports = {module.name: list(module.reports) for module in found.modules}
    assert reports == {"jit_mlp": [], "jit_rnn": [forms.LIVE_RANGES]}
    assert found.unmatched == [
        (
            f"{MLP}/cost.json",
            "(cost analysis) names no module, and several were given: give it with its own alone",
        )
    ]


def test_what_belongs_to_nothing_is_named(tmp_path: Path) -> None:
    other = tmp_path / "f.hlo"
    other.write_text(ASYNC)
    found = matched(other, MLP / "live-range.txt", MLP / "stablehlo.mlir")
    assert [(module.name, module.hlo is None) for module in found.modules] == [
        ("jit_f", False),
        ("jit_mlp", True),
    ]
    assert found.unmatched == [
        (
            f"{MLP}/live-range.txt",
            "(live ranges) speaks of other instructions than those of the modules given",
        )
    ]


def test_the_same_bytes_are_read_once(tmp_path: Path) -> None:
    for name in ("a.hlo", "b.hlo"):
        (tmp_path / name).write_text(ASYNC)
    found = matched(tmp_path / "a.hlo", tmp_path / "b.hlo", tmp_path / "a.hlo")
    assert len(found.modules) == 1
    assert found.unmatched == [(f"{tmp_path}/b.hlo", f"holds the same bytes as {tmp_path}/a.hlo")]


def test_standard_input_is_read_to_its_end() -> None:
    inputs = read_inputs(["-"], io.BytesIO(ASYNC.encode()))
    assert [(each.name, each.form) for each in inputs.files] == [("standard input", forms.HLO)]


def test_folders_are_judged_by_what_they_hold(tmp_path: Path) -> None:
    empty, other = tmp_path / "empty", tmp_path / "other"
    for folder in (empty, other):
        folder.mkdir()
    (other / "letter.txt").write_text("Dear Sir")
    (other / ".hidden").write_text(ASYNC)
    said = [problem.message for problem in read_inputs([str(empty), str(other)]).problems]
    assert said == ["is an empty folder", "holds 1 files, and none is evidence"]
