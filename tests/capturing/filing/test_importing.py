"""What comes from a lab is checked whole, filed whole, and never over something else."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.captures.signing import sign
from tests.capturing.run.tpu_run import ID, PROJECT, tpu_run
from xlagym.captures.accounts import timeline_account
from xlagym.captures.capture import Capture
from xlagym.captures.manifest import write_manifest
from xlagym.captures.store import load_store
from xlagym.capturing.filing.bundle import pack_captures
from xlagym.capturing.filing.importing import import_bundle, pinned_versions
from xlagym.cli import main


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the labs and a store of two captures."""
    root = tmp_path / "checkout"
    shutil.copytree(PROJECT / "labs", root / "labs")
    (root / "content").mkdir()
    for name in ("attention-s8192@tpu-v6e.published", "mlp@cpu.run"):
        shutil.copytree(PROJECT / "captures" / name, root / "captures" / name)
    return root


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Where a lab has put what it captured."""
    return tmp_path / "lab" / "captures"


def bundle(capture: Capture, tmp_path: Path) -> Path:
    return pack_captures([capture.folder], tmp_path / "lab.zip")


def run(checkout: Path, file: Path) -> Result:
    return CliRunner().invoke(main, ["--project", str(checkout), "import", str(file)])


def messages(file: Path, checkout: Path) -> list[str]:
    """Why the one capture of a bundle isn't filed; the store must be as it was."""
    before = sorted(path.name for path in (checkout / "captures").iterdir())
    (result,) = import_bundle(file, checkout)
    assert sorted(path.name for path in (checkout / "captures").iterdir()) == before
    return [problem.message for problem in result.problems]


def test_a_run_on_the_expected_chip_is_filed(
    checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    result = run(checkout, bundle(tpu_run(elsewhere), tmp_path))
    assert result.exit_code == 0, result.output
    assert result.output.split("\n")[0] == f"✓ {ID}: filed"
    store, problems = load_store(checkout / "captures")
    assert problems == []
    assert timeline_account(store, "attention-s8192", "tpu-v6e").basis == "measured"
    assert [*(checkout / ".cache" / "importing").iterdir()] == []


def test_the_store_is_of_the_pinned_versions() -> None:
    pinned = pinned_versions()
    capture = load_store(PROJECT / "captures")[0].get("mlp@tpu-v6e")
    manifest = capture.manifest
    assert pinned["jax"] == manifest.jax
    assert pinned["jaxlib"] == manifest.jaxlib
    assert pinned["libtpu"] == manifest.libtpu


def test_nothing_is_overwritten(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    file = bundle(tpu_run(elsewhere), tmp_path)
    assert run(checkout, file).exit_code == 0
    (checkout / "captures" / ID / "notes.md").write_text("mine")
    result = run(checkout, file)
    assert result.exit_code == 1
    assert f"✗ {ID}: not filed" in result.output
    assert "the store has it already, and import overwrites nothing" in result.output
    assert (checkout / "captures" / ID / "notes.md").read_text() == "mine"


def test_other_versions_are_said_and_named(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    capture = tpu_run(elsewhere, jax="0.11.0", jaxlib="0.11.0", libtpu="0.0.44.1")
    result = run(checkout, bundle(capture, tmp_path))
    assert result.exit_code == 0, result.output
    assert f"✓ {ID}+jax-0.11.0: filed" in result.output
    assert "made with jax 0.11.0, jaxlib 0.11.0, libtpu 0.0.44.1, where this" in result.output
    store, problems = load_store(checkout / "captures")
    assert problems == []
    assert store.get(f"{ID}+jax-0.11.0").manifest.jax == "0.11.0"
    assert ID not in store.captures


def test_a_chip_that_the_matrix_does_not_expect_is_said(
    checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    capture = tpu_run(
        elsewhere,
        "attention-s8192@tpu-v5e.run",
        device_kind="TPU v5 lite",
        target="tpu-v5e.run",
    )
    result = run(checkout, bundle(capture, tmp_path))
    assert result.exit_code == 0, result.output
    assert "labs/matrix.yml does not name attention-s8192@tpu-v5e.run" in result.output


def test_a_chip_that_is_not_what_the_id_says(
    checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    file = bundle(tpu_run(elsewhere, device_kind="TPU v5 lite"), tmp_path)
    assert messages(file, checkout) == [
        "it ran on TPU v5 lite, and 'tpu-v6e.run' is TPU v6 lite or TPU v6e"
    ]


def test_a_basis_that_the_target_is_not(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    capture = tpu_run(elsewhere, "attention-s8192@tpu-v6e", target="tpu-v6e")
    assert messages(bundle(capture, tmp_path), checkout) == [
        "it is measured, which 'tpu-v6e' is not",
        "it is for 1 device, and 'tpu-v6e' is v6e:1x1",
    ]


def test_a_target_that_nobody_knows(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    capture = tpu_run(elsewhere, "attention-s8192@tpu-v9.run", target="tpu-v9.run")
    assert messages(bundle(capture, tmp_path), checkout)[0] == "nobody knows a target 'tpu-v9.run'"


def test_a_file_that_was_changed_on_its_way(
    checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    capture = tpu_run(elsewhere)
    (capture.folder / "cost.json").write_text("{}")
    (message,) = messages(bundle(capture, tmp_path), checkout)
    assert message.startswith("it is not what was captured: 2 bytes with sha256")


def test_a_file_that_is_missing(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    capture = tpu_run(elsewhere)
    (capture.folder / "run.json").unlink()
    (message,) = messages(bundle(capture, tmp_path), checkout)
    assert message == "the manifest lists run.json, and there is no such file"


def test_a_file_that_nobody_listed(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    capture = tpu_run(elsewhere)
    (capture.folder / "more.txt").write_text("x")
    (message,) = messages(bundle(capture, tmp_path), checkout)
    assert message == "it brings more.txt, which its manifest does not list"


def test_an_unhealthy_capture(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    file = bundle(tpu_run(elsewhere, data=b"\n\x02\x08"), tmp_path)
    (message,) = messages(file, checkout)
    assert message.startswith("truncated: The file is cut short")


def test_a_bomb_inside_a_packed_file(
    checkout: Path, elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    capture = tpu_run(elsewhere)
    monkeypatch.setattr("xlagym.captures.packing.LIMIT", 100)
    monkeypatch.setattr("xlagym.captures.packing.unpack.__defaults__", (100,))
    (message, *_) = messages(bundle(capture, tmp_path), checkout)
    assert message.endswith("it unpacks to more than 100 bytes")


def test_the_program_of_another_checkout(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    program = checkout / "labs" / "programs" / "attention.py"
    program.write_text(program.read_text() + "# mine\n")
    (message,) = messages(bundle(tpu_run(elsewhere), tmp_path), checkout)
    assert message.startswith("its program is not the one of this checkout: it has changed since")


def test_one_that_fails_keeps_no_other_out(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    good = tpu_run(elsewhere)
    shutil.copytree(PROJECT / "captures" / "mlp@cpu.run", elsewhere / "mlp@cpu.run")
    file = pack_captures([good.folder, elsewhere / "mlp@cpu.run"], tmp_path / "lab.zip")
    result = run(checkout, file)
    assert result.exit_code == 1
    assert f"✓ {ID}: filed" in result.output
    assert "✗ mlp@cpu.run: not filed" in result.output


def test_an_id_that_leaves_the_store(checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    capture = tpu_run(elsewhere)
    path = capture.folder / "capture.yml"
    path.write_text(path.read_text().replace(f"id: {ID}", "id: ../../x@cpu"))
    (message, *_) = messages(bundle(capture, tmp_path), checkout)
    assert message == "'id' is '../../x@cpu', expected VARIANT@TARGET"


def everything(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*")}


@pytest.mark.parametrize("tool", ["jax", "jaxlib", "libtpu"])
@pytest.mark.parametrize("version", ["0/../../../outside", "/tmp/x", "..", "0.1\n", "0.1 x", "new"])
def test_a_version_that_is_none(
    tool: str, version: str, checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    file = _forged(elsewhere, tmp_path, tool, version)
    before = everything(tmp_path)
    (message,) = messages(file, checkout)
    assert message == f"'{tool}' is {version!r}, expected a version, such as 0.12.0.1"
    made = everything(tmp_path) - before
    assert made <= {"checkout/.cache", "checkout/.cache/importing"}


def test_a_version_that_leaves_is_named_with_its_line(
    checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    """Once this was copied out of the folder first, and only then called not filed."""
    result = run(checkout, _forged(elsewhere, tmp_path, "jax", "0/../../../x"))
    assert result.exit_code == 1
    assert f"✗ {ID}: not filed" in result.output
    assert f"{ID}/capture.yml:14: manifest: 'jax' is '0/../../../x'" in result.output
    assert "expected a version, such as 0.12.0.1" in result.output


def test_an_id_is_checked_before_it_becomes_a_path(
    checkout: Path, elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The id is checked by itself: whatever a version may be, it makes no path that leaves."""
    monkeypatch.setattr("xlagym.captures.manifest.is_version", lambda text: True)
    file = _forged(elsewhere, tmp_path, "jax", "0/../../../outside")
    before = everything(tmp_path)
    (message,) = messages(file, checkout)
    assert message == (
        f"it would be filed as '{ID}+jax-0/../../../outside', expected VARIANT@TARGET+VERSIONS"
    )
    assert everything(tmp_path) - before <= {"checkout/.cache", "checkout/.cache/importing"}


def _forged(elsewhere: Path, tmp_path: Path, tool: str, version: str) -> Path:
    """A bundle whose manifest names a version of ``tool`` that no release has."""
    capture = tpu_run(elsewhere)
    path = capture.folder / "capture.yml"
    changed: dict[str, Any] = {tool: version}
    path.write_text(write_manifest(replace(capture.manifest, **changed)))
    return bundle(capture, tmp_path)


def test_a_command_line_that_is_wrong(checkout: Path, tmp_path: Path) -> None:
    assert run(checkout, tmp_path / "nothing.zip").exit_code == 2
    assert run(checkout, tmp_path).exit_code == 2
    (tmp_path / "other.zip").write_bytes(b"\x89PNG")
    result = run(checkout, tmp_path / "other.zip")
    assert result.exit_code == 1
    assert "it is no whole zip file" in result.output
    assert "Traceback" not in result.output


def test_a_published_capture_is_not_made_by_a_lab(
    checkout: Path, elsewhere: Path, tmp_path: Path
) -> None:
    name = "attention-s8192@tpu-v6e.published"
    folder = Path(shutil.copytree(PROJECT / "captures" / name, elsewhere / name))
    sign(folder / "figures.yml")
    file = pack_captures([folder], tmp_path / "lab.zip")
    (result,) = import_bundle(file, checkout)
    assert [problem.message for problem in result.problems] == [
        "nobody knows a target 'tpu-v6e.published'"
    ]
