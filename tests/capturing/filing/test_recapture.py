"""Making captures for real: the same bytes anywhere, failures by name, a store never harmed."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from tests.capturing.conftest import GOOD, PROJECT, MakeProject, entry
from xlagym.captures.store import load_capture, load_store
from xlagym.captures.tensors import find_tensor
from xlagym.capturing.drift.drift import Drifted, drift_all
from xlagym.capturing.filing import request as run
from xlagym.capturing.filing.request import CaptureRequest, capture_all
from xlagym.inputs.problems import ProblemError

pytestmark = pytest.mark.compiles

BOTH = entry("wave", "wave", "cpu, tpu-v6e")
ON_CPU = entry("wave", "wave", "cpu")


def capture(root: Path, *ids: str, **options: bool) -> tuple[int, str]:
    """Run the command; return its exit status and what it printed."""
    printed = io.StringIO()
    console = Console(file=printed, width=200)
    status = capture_all(CaptureRequest(ids, **options), root, console)
    return status, printed.getvalue()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, the date apart."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            lines = path.read_bytes().split(b"\n")
            kept = [line for line in lines if not line.startswith(b"date:")]
            found[path.relative_to(folder).as_posix()] = b"\n".join(kept)
    return found


def test_the_same_bytes_in_another_place(project: MakeProject) -> None:
    one = project(BOTH, "one", wave=GOOD)
    two = project(BOTH, "two/further/down", wave=GOOD)
    assert [capture(root)[0] for root in (one, two)] == [0, 0]
    made = contents(one / "captures")
    assert made == contents(two / "captures")
    assert len(made) == 14 + 14
    store, problems = load_store(one / "captures")
    assert problems == []
    tpu = store.get("wave@tpu-v6e")
    assert tpu.manifest.device_kind == "TPU v6 lite"
    assert tpu.forecast is not None
    assert len(tpu.stablehlo.lines) == 8
    op, array = find_tensor(tpu, "sines")
    assert (op.name, array.plain) == ("stablehlo.sine", "f32[256,512]")
    (doubled,) = [op for op in tpu.stablehlo.ops if op.name == "stablehlo.add"]
    assert [(frame.file, frame.function, frame.line) for frame in doubled.frames] == [
        ("labs/programs/wave.py", "double", 7),
        ("labs/programs/wave.py", "wave", 11),
    ]


@pytest.mark.parametrize("id", ["attention-s1024@tpu-v6e", "decode-constrained@tpu-v6e-2x4"])
def test_the_stored_capture_is_made_again(tmp_path: Path, id: str) -> None:
    root = tmp_path / "project"
    shutil.copytree(PROJECT / "labs", root / "labs")
    status, printed = capture(root, id)
    assert (status, printed.split("\n")[-2]) == (0, "made 1 capture")
    assert contents(root / "captures" / id) == contents(PROJECT / "captures" / id)


def test_a_failure_is_named_and_the_others_are_kept(project: MakeProject) -> None:
    broken = GOOD.replace('"f32[256,512]"', '"f32[256,512"')
    untraceable = GOOD.replace("x + x", "x @ x")
    nowhere = GOOD.replace('{"sines": "jnp.sin', '{"sines": "jnp.cos')
    matrix = "".join(
        entry(name, f"{name}", "cpu") for name in ("wave", "broken", "untraceable", "nowhere")
    ) + entry("wave", "other", "cpu")
    named = {
        name: text.replace('"wave"', f'"{name}"')
        for name, text in [
            ("wave", GOOD),
            ("broken", broken),
            ("untraceable", untraceable),
            ("nowhere", nowhere),
        ]
    }
    root = project(matrix, **named)
    status, printed = capture(root)
    assert status == 1
    assert os.listdir(root / "captures") == ["wave@cpu"]  # noqa: PTH208
    assert [*(root / ".cache" / "capturing").iterdir()] == []
    assert "broken@cpu failed; the store is as it was" in printed
    assert "'f32[256,512' is no shape of an argument" in printed
    assert (
        "labs/programs/untraceable.py:7: program: 'untraceable' can't be traced: TypeError"
        in printed
    )
    assert "no op of the lowered program stands for 'jnp.cos(double(x))'" in printed
    assert "it declares no variant 'other', but wave" in printed
    assert printed.endswith("made 1 capture, 4 captures failed\n")


def test_nothing_is_replaced_silently(project: MakeProject) -> None:
    root = project(ON_CPU, wave=GOOD)
    assert capture(root)[0] == 0
    folder = root / "captures" / "wave@cpu"
    (folder / "notes.md").write_text("mine")
    status, printed = capture(root)
    assert status == 0
    assert printed == "nothing to make: the store has 1 capture; --replace makes it again\n"
    assert (folder / "notes.md").exists()

    (root / "labs" / "programs" / "wave.py").write_text(GOOD.replace("x + x", "y + y"))
    before = contents(folder)
    status, printed = capture(root, "wave@cpu", replace=True)
    assert status == 1
    assert "NameError: name 'y' is not defined" in printed
    assert contents(folder) == before

    (root / "labs" / "programs" / "wave.py").write_text(GOOD.replace("x + x", "x * x"))
    assert capture(root, "wave@cpu", replace=True)[0] == 0
    assert not (folder / "notes.md").exists()
    assert "multiply" in load_capture(folder).text("stablehlo.mlir")


def test_what_a_killed_maker_left_is_cleared_away(project: MakeProject) -> None:
    root = project(ON_CPU, wave=GOOD)
    work = root / ".cache" / "capturing"
    (work / "999999999-wave@cpu-abc" / "raw").mkdir(parents=True)
    (work / f"{os.getpid()}-other@cpu-abc").mkdir()
    assert load_store(root / "captures")[0].captures == {}
    assert capture(root)[0] == 0
    assert [path.name for path in work.iterdir()] == [f"{os.getpid()}-other@cpu-abc"]


def test_a_dry_run_makes_nothing(project: MakeProject) -> None:
    root = project(BOTH, wave=GOOD)
    status, printed = capture(root, dry_run=True)
    assert status == 0
    assert printed.split("\n")[:2] == [
        "would make wave@cpu from labs/programs/wave.py",
        "would make wave@tpu-v6e from labs/programs/wave.py",
    ]
    assert not (root / "captures").exists()


def test_the_list_says_how_it_stands(project: MakeProject) -> None:
    root = project(BOTH, wave=GOOD)
    assert capture(root, "wave@cpu")[0] == 0
    (root / "labs" / "programs" / "wave.py").write_text(GOOD + "\n")
    rows = capture(root, list_only=True)[1].split("\n")
    assert rows[1].startswith("wave@cpu ")
    assert rows[1].rstrip().endswith(", stale")
    assert rows[2].rstrip().endswith("missing")


def test_an_unknown_id_is_a_wrong_command_line(project: MakeProject) -> None:
    status, printed = capture(project(ON_CPU, wave=GOOD), "wav@cpu")
    assert status == 2
    assert "no capture is called 'wav@cpu'" in printed
    assert "did you mean wave@cpu?" in printed


def test_without_libtpu_it_says_what_to_install(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "find_spec", lambda name: None)
    root = project(BOTH, wave=GOOD)
    status, printed = capture(root)
    assert status == 1
    assert "the TPU compiler is not installed" in printed
    assert "pip install 'xlagym[tpu]'" in printed
    assert capture(root, "*@cpu")[0] == 0


def test_drift_compares_decisions(project: MakeProject, tmp_path: Path) -> None:
    root = project(ON_CPU, wave=GOOD)
    assert capture(root)[0] == 0
    console = Console(file=io.StringIO())
    drift = drift_all((), root, tmp_path / "same" / "captures", console)
    assert drift.differing == []

    (root / "labs" / "programs" / "wave.py").write_text(GOOD.replace("256,512", "256,1024"))
    before = contents(root / "captures")
    drift = drift_all((), root, tmp_path / "aside" / "captures", console)
    (found,) = drift.differing
    assert found.id == "wave@cpu"
    assert [difference.what for difference in found.toolchain] == ["source_sha256"]
    assert "optimized.hlo" in {difference.what for difference in found.files}
    assert Drifted("bytes accessed", "1,048,576", "2,097,152") in found.decisions
    assert contents(root / "captures") == before
    assert load_store(drift.folder)[1] == []


def test_drift_says_what_can_no_longer_be_made(project: MakeProject, tmp_path: Path) -> None:
    root = project(ON_CPU, wave=GOOD)
    assert capture(root)[0] == 0
    (root / "labs" / "programs" / "wave.py").write_text("import nothing_like_it\n")
    console = Console(file=io.StringIO())
    (found,) = drift_all((), root, tmp_path / "a" / "captures", console).captures
    assert found.differs
    assert found.problems[0].message.startswith("it can't be run: ModuleNotFoundError")
    with pytest.raises(ProblemError, match="no capture is called"):
        drift_all(("wav",), root, tmp_path / "b" / "captures", console)
