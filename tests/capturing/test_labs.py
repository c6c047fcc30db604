"""Each notebook runs from first cell to last, at small sizes, and what it packs is filed."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from rich.console import Console

from tests.capturing.conftest import GOOD, PROJECT, MakeProject, entry
from xlagym.captures.store import load_store
from xlagym.capturing.filing.importing import import_bundle
from xlagym.capturing.lab import Lab
from xlagym.inputs.problems import ProblemError

pytestmark = pytest.mark.compiles

NOTEBOOKS = sorted((PROJECT / "labs").glob("*.ipynb"))
SMALL_COPY = """\
import jax.numpy as jnp

from xlagym.capturing import Variant


def copied(x):
    return jnp.copy(x)


VARIANTS = {"copied": Variant(copied, args=["f32[256,512]"])}
"""
MATRIX = entry("wave", "wave", "cpu, cpu.run") + entry("copied", "copied", "cpu.run")
PARAMETERS = {
    "capture-hlo": 'PROGRAMS = ["wave"]\nTARGET = "cpu"',
    "capture-passes": 'PROGRAMS = ["wave"]\nTARGET = "cpu"\nLOOK_FOR = "kind=kLoop"',
    "profile-bytes": 'PROGRAMS = ["wave", "copied"]\nTARGET = "cpu.run"',
}
MADE = {
    "capture-hlo": ["wave@cpu"],
    "capture-passes": ["wave@cpu"],
    "profile-bytes": ["copied@cpu.run", "wave@cpu.run"],
}


@pytest.fixture
def checkout(project: MakeProject) -> Path:
    """A checkout with two small programs and an empty store."""
    root = project(MATRIX, wave=GOOD, copied=SMALL_COPY)
    (root / "captures").mkdir()
    (root / "content").mkdir()
    return root


def read(path: Path) -> Any:
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    return notebook


def execute(path: Path, parameters: str, folder: Path) -> str:
    """Run a notebook in ``folder`` with other parameters; return all that it printed."""
    notebook = read(path)
    (cell,) = [each for each in notebook.cells if "parameters" in each.metadata.get("tags", [])]
    cell.source = parameters
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    return "".join(
        output.get("text", "")
        for each in notebook.cells
        for output in each.get("outputs", ())
        if output.output_type == "stream"
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_its_bundle_is_filed(path: Path, checkout: Path) -> None:
    printed = execute(path, PARAMETERS[path.stem], checkout)
    made = MADE[path.stem]
    assert "\x1b" not in printed
    assert f"{path.stem}.zip: {', '.join(made)}" in printed
    results = import_bundle(checkout / f"{path.stem}.zip", checkout)
    assert [(each.id, each.notes, each.problems) for each in results] == [
        (id, (), ()) for id in made
    ]
    store, problems = load_store(checkout / "captures")
    assert (sorted(store.captures), problems) == (made, [])
    if path.stem == "profile-bytes":
        assert "this machine has cpu: target cpu.run" in printed
        assert re.search(
            r"1,048,576 bytes in [\d.,]+ µs \([\d.,]+ to [\d.,]+\): [\d.,]+ GB/s", printed
        )
        assert "20 runs after 3 to warm up" in printed
    if path.stem == "capture-passes":
        assert re.search(r"'kind=kLoop' first stands after [\w-]+, in [\w-]+", printed)
        assert re.search(r"\d+ of \d+ passes changed the module", printed)
    if path.stem == "capture-hlo":
        assert "fusions launched" in printed


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_short_and_ready_for_colab(path: Path) -> None:
    notebook = read(path)
    assert len(notebook.cells) <= 14
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert sum(len(cell.source.splitlines()) for cell in code) <= 24
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    head = notebook.cells[0].source
    assert f"github/xlagym/xlagym/blob/main/labs/{path.name}" in head
    assert "git clone" in code[0].source and ".[tpu]" in code[0].source
    assert code[-1].source == "lab.pack()"
    imports = re.findall(r"^(?:from|import) (\S+)", "\n".join(c.source for c in code), re.M)
    assert set(imports) == {"pathlib", "xlagym.capturing.lab"}


def test_a_lab_that_fails_says_so_in_its_cell(checkout: Path) -> None:
    shutil.rmtree(checkout / "captures")
    (checkout / "labs" / "programs" / "wave.py").write_text(GOOD.replace("x + x", "x @ x"))
    with pytest.raises(CellExecutionError, match="'wave' can't be traced"):
        execute(PROJECT / "labs" / "capture-hlo.ipynb", PARAMETERS["capture-hlo"], checkout)


def lab(checkout: Path) -> tuple[Lab, io.StringIO]:
    printed = io.StringIO()
    return Lab("mine", checkout, Console(file=printed, width=200)), printed


def test_a_lab_keeps_out_of_the_store(checkout: Path) -> None:
    mine, _ = lab(checkout)
    mine.capture(["wave"], "cpu")
    assert list(mine.captures) == ["wave@cpu"]
    assert [*(checkout / "captures").iterdir()] == []
    assert mine.captures["wave@cpu"].folder.is_relative_to(checkout / ".cache" / "labs" / "mine")


def test_a_lab_starts_anew_each_time(checkout: Path) -> None:
    mine, _ = lab(checkout)
    mine.capture(["wave"], "cpu")
    mine.capture(["copied"], "cpu")
    assert list(mine.captures) == ["copied@cpu"]


def test_what_a_lab_refuses(checkout: Path) -> None:
    mine, _ = lab(checkout)
    with pytest.raises(ProblemError, match="no program is called 'wav'"):
        mine.capture(["wav"], "cpu")
    with pytest.raises(ProblemError, match="there is no target 'tpu-v9'"):
        mine.capture(["wave"], "tpu-v9")
    with pytest.raises(ProblemError, match="nothing is captured yet"):
        mine.pack()
    with pytest.raises(ProblemError, match="'wave' is not captured"):
        mine.decisions("wave")


def test_outside_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProblemError, match="no checkout here or above"):
        Lab("mine")


def test_a_text_that_no_pass_brings(checkout: Path) -> None:
    mine, printed = lab(checkout)
    mine.capture(["wave"], "cpu")
    mine.appears("wave", "tpu_custom_call")
    assert printed.getvalue().endswith("'tpu_custom_call' stands after no pass\n")
