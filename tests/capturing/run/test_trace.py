"""Running programs for real, on this machine's CPU: a profile, two clocks, nothing half-made."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from tests.capturing.conftest import GOOD, MakeProject, entry
from xlagym.captures.health import health, remarks
from xlagym.captures.store import load_capture, load_store
from xlagym.capturing.child import run_child
from xlagym.capturing.drift.drift import drift_all
from xlagym.capturing.filing import make_run
from xlagym.capturing.filing.request import CaptureRequest, capture_all
from xlagym.capturing.job import Job
from xlagym.capturing.programs.choose import here_or_why
from xlagym.capturing.scrub.scrub_profile import StillNamedError
from xlagym.capturing.targets import device
from xlagym.capturing.targets.targets import runnable, target_named
from xlagym.chips.table import compiled

pytestmark = pytest.mark.compiles

BOTH = entry("wave", "wave", "cpu, cpu.run, tpu-v6e.run")
RUNS = entry("wave", "wave", "cpu.run")


def capture(
    root: Path, *ids: str, trace: bool = True, replace: bool = False, runs: int = 4
) -> tuple[int, str]:
    """Run the command; return its exit status and what it printed."""
    printed = io.StringIO()
    request = CaptureRequest(ids, replace=replace, trace=trace, runs=runs)
    status = capture_all(request, root, Console(file=printed, width=300))
    return status, printed.getvalue()


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose program has run here, five times."""
    root = tmp_path_factory.mktemp("traced")
    (root / "labs" / "programs").mkdir(parents=True)
    (root / "labs" / "matrix.yml").write_text(BOTH)
    (root / "labs" / "programs" / "wave.py").write_text(GOOD)
    status, printed = capture(root, runs=5)
    assert status == 0, printed
    assert "left out wave@tpu-v6e.run: it needs TPU v6 lite or TPU v6e, and this" in printed
    return root


def test_what_a_run_leaves(traced: Path) -> None:
    store, problems = load_store(traced / "captures")
    assert (problems, list(store.captures)) == ([], ["wave@cpu.run"])
    found = store.get("wave@cpu.run")
    assert (health(found), remarks(found)) == ([], [])
    manifest = found.manifest
    assert (manifest.basis, manifest.target, manifest.device_kind) == ("measured", "cpu.run", "cpu")
    assert manifest.command == "xlagym capture --trace wave@cpu.run --replace --runs 5"
    assert manifest.tensors == {"sines": "jnp.sin(double(x))"}
    record = found.run_record
    assert (record.runs, record.warm_up, record.module) == (5, 3, "jit_wave")
    assert record.device.startswith("CPU")
    assert len(record.host_ns) == len(record.profile_ps) == 5
    assert [path.name for path in (traced / ".cache" / "capturing").iterdir()] == []


def test_the_window_holds_the_runs_and_no_compile(traced: Path) -> None:
    found = load_capture(traced / "captures" / "wave@cpu.run")
    assert found.profile.compiles is None
    assert len(found.timeline.runs.runs) == 5
    assert {int(count) for each in found.timeline.ops for count in each.occurrences} == {1}
    (plane,) = [plane for plane in found.profile.planes if plane.name == "/host:CPU"]
    assert "$" not in "".join(name for name, _ in plane.lines)


def test_what_ran_is_what_a_plain_compile_gives(traced: Path) -> None:
    status, _ = capture(traced, "wave@cpu", trace=False)
    assert status == 0
    twin = load_capture(traced / "captures" / "wave@cpu")
    ran = load_capture(traced / "captures" / "wave@cpu.run")
    for name in ("optimized.hlo", "stablehlo.mlir", "cost.json", "passes.txt"):
        assert ran.content(name) == twin.content(name)


def test_xprofs_own_reading_is_beside_it(traced: Path) -> None:
    found = load_capture(traced / "captures" / "wave@cpu.run")
    assert found.run_record.xprof["hlo_stats"] == "0 rows"
    table = json.loads(found.text("xprof/hlo_stats.json"))
    assert table["rows"] == [] if "rows" in table else table["cols"]
    assert len(json.loads(found.text("xprof/overview_page.json"))) == 7
    assert found.has("xprof/roofline_model.json")


def test_nothing_tells_of_the_machine(traced: Path) -> None:
    found = load_capture(traced / "captures" / "wave@cpu.run")
    assert found.profile.hostnames == ("HOST",)
    for entry_ in found.manifest.files:
        assert str(traced).encode() not in found.content(entry_.name)


def test_a_profile_is_made_again_only_when_asked(traced: Path) -> None:
    before = load_capture(traced / "captures" / "wave@cpu.run").manifest
    status, printed = capture(traced, "wave@cpu.run")
    assert (status, printed) == (
        0,
        "nothing to make: the store has 1 capture; --replace makes it again\n",
    )
    assert capture(traced, "wave@cpu.run", replace=True, runs=5)[0] == 0
    after = load_capture(traced / "captures" / "wave@cpu.run").manifest
    assert before.entry("optimized.hlo") == after.entry("optimized.hlo")
    assert before.entry("run.json") != after.entry("run.json")


def test_drift_compares_the_decisions_of_what_ran(traced: Path, tmp_path: Path) -> None:
    printed = io.StringIO()
    into = tmp_path / "aside" / "captures"
    drift = drift_all(("wave@cpu.run",), traced, into, Console(file=printed, width=200))
    (found,) = drift.captures
    assert (found.differs, found.files, found.decisions) == (False, (), ())


def test_one_run_is_kept_and_marked(project: MakeProject) -> None:
    root = project(RUNS, wave=GOOD)
    assert capture(root, runs=1)[0] == 0
    (remark,) = remarks(load_capture(root / "captures" / "wave@cpu.run"))
    assert remark.startswith("one-run: One run of jit_wave only")


def test_a_device_that_is_not_here(project: MakeProject) -> None:
    root = project(BOTH, wave=GOOD)
    status, printed = capture(root, "wave@tpu-v6e.run")
    assert status == 1
    assert "wave@tpu-v6e.run failed; the store is as it was" in printed
    assert "tpu-v6e.run: device: this machine's TPU can't be reached:" in printed
    assert "labs/profile-bytes.ipynb does so on Colab" in printed
    assert [*(root / "captures").iterdir()] == []


def test_to_run_and_to_compile_are_told_apart(project: MakeProject) -> None:
    root = project(BOTH, wave=GOOD)
    status, printed = capture(root, "wave@cpu")
    assert status == 2
    assert "'wave@cpu' is compiled, not run" in printed
    status, printed = capture(root, "wave@cpu.run", trace=False)
    assert status == 2
    assert "'wave@cpu.run' runs on a device" in printed
    assert "xlagym capture --trace wave@cpu.run" in printed


def test_a_program_that_fails_leaves_nothing(project: MakeProject) -> None:
    root = project(RUNS, wave=GOOD.replace("x + x", "x @ x"))
    status, printed = capture(root)
    assert status == 1
    assert "'wave' can't be traced: TypeError" in printed
    assert [*(root / "captures").iterdir()] == []


def test_an_unhealthy_profile_is_not_kept(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_run, "health", lambda capture: ["ops-missing: nothing was recorded"])
    root = project(RUNS, wave=GOOD)
    status, printed = capture(root)
    assert status == 1
    assert "ops-missing: nothing was recorded" in printed
    assert [*(root / "captures").iterdir()] == []


def test_a_host_that_hides_in_the_profile_is_not_let_out(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leak(data: bytes, machine: object) -> tuple[bytes, tuple[str, ...]]:
        raise StillNamedError("the profile still names this machine: b'box7'")

    monkeypatch.setattr(make_run, "scrub_profile", leak)
    root = project(RUNS, wave=GOOD)
    status, printed = capture(root)
    assert status == 1
    assert "the profile still names this machine: b'box7'" in printed


def test_xprof_may_fail_and_the_capture_stands(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(module: str, arguments: list[str], *others: object) -> object:
        if module.endswith("xprof_tools"):
            arguments = ["nowhere", *arguments[1:]]
        return run_child(module, arguments, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(make_run, "run_child", fail)
    root = project(RUNS, wave=GOOD)
    assert capture(root)[0] == 0
    found = load_capture(root / "captures" / "wave@cpu.run")
    assert found.run_record.xprof["hlo_stats"].startswith("nothing")
    assert not found.has("xprof/hlo_stats.json")


@pytest.mark.parametrize(
    ("target", "kind", "fits"),
    [
        ("cpu.run", "cpu", True),
        ("tpu-v6e.run", "TPU v6 lite", True),
        ("tpu-v6e.run", "TPU v5 lite", False),
        ("tpu-v5p.run", "TPU v5", True),
        ("tpu-v5p.run", "TPU v5 lite", False),
        ("gpu-h200.run", "NVIDIA H200", True),
        ("gpu-h200.run", "NVIDIA H100 80GB HBM3", False),
        ("gpu-h100.run", "NVIDIA H100 80GB HBM3", True),
        ("gpu-a100.run", "NVIDIA A100-SXM4-40GB", True),
        ("gpu-t4.run", "Tesla T4", True),
    ],
)
def test_which_device_a_target_is(target: str, kind: str, fits: bool) -> None:
    assert target_named(target).fits(kind) is fits


def test_only_devices_run() -> None:
    assert not any(target_named(name).runs for name in compiled())
    assert all(target_named(name).runs and name.endswith(".run") for name in runnable())
    assert target_named("gpu-h200.run").environment() == {}
    assert target_named("tpu-v6e.run").environment() == {"JAX_PLATFORMS": "tpu"}
    assert target_named("cpu.run").environment() == target_named("cpu").environment()
    assert device.keep_of(target_named("tpu-v6e.run")) == ("TPU_",)
    assert device.keep_of(target_named("cpu.run")) == ()


def test_each_family_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def kind(target: object, work: Path) -> str:
        asked.append(target.backend)  # type: ignore[attr-defined]
        return {"cpu": "cpu", "tpu": "TPU v5 lite", "gpu": ""}[asked[-1]]

    monkeypatch.setattr(device, "kind_here", kind)
    targets = ["cpu.run", "tpu-v6e.run", "tpu-v5e.run", "gpu-h200.run"]
    found = here_or_why([Job("p", "wave", "wave", target) for target in targets])
    assert sorted(asked) == ["cpu", "gpu", "tpu"]
    assert found == {
        "wave@cpu.run": "",
        "wave@tpu-v6e.run": "it needs TPU v6 lite or TPU v6e, and this machine has TPU v5 lite",
        "wave@tpu-v5e.run": "",
        "wave@gpu-h200.run": "it needs H200, and this machine has no GPU",
    }
