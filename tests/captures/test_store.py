"""Every way in which a store can be wrong is named; what is right beside it still loads."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.captures.conftest import ATTENTION, REFUSED
from tests.captures.signing import sign
from xlagym.captures.store import Store, UnknownCaptureError, load_store
from xlagym.inputs.problems import Problem

Edit = Callable[[str, str], None]


def only_problem(root: Path) -> Problem:
    """The one problem of a store in which the refused capture still loads."""
    store, problems = load_store(root)
    assert [*store.captures] == [REFUSED]
    (problem,) = problems
    return problem


def test_a_sound_store_loads(root: Path) -> None:
    store, problems = load_store(root)
    assert problems == []
    assert [*store.captures] == [ATTENTION, REFUSED]


def test_unknown_extra_files_are_nobodys_business(root: Path) -> None:
    (root / ATTENTION / "notes.md").write_text("mine")
    (root / "README.md").write_text("mine")
    assert load_store(root)[1] == []


def test_one_digit_edited_fails_by_its_hash(root: Path) -> None:
    path = root / ATTENTION / "optimized.hlo"
    path.write_text(path.read_text().replace("bf16[1024,1024]", "bf16[1024,1025]", 1))
    problem = only_problem(root)
    assert (problem.file, problem.rule) == (f"captures/{ATTENTION}/optimized.hlo", "hash")
    assert "11442 bytes with sha256 " in problem.message
    manifest = (root / ATTENTION / "capture.yml").read_text().splitlines()
    line = next(n for n, text in enumerate(manifest, 1) if "optimized.hlo" in text)
    assert f"capture.yml:{line} has 11442 bytes with 1ca19967a305…" in problem.message
    assert problem.advice.endswith(f"xlagym capture {ATTENTION} --replace")


def test_a_signed_edit_loads(root: Path) -> None:
    path = root / ATTENTION / "optimized.hlo"
    path.write_text(path.read_text() + "\n")
    sign(root / ATTENTION / "optimized.hlo")
    assert load_store(root)[1] == []


def test_a_size_that_does_not_fit(root: Path, edit: Edit) -> None:
    edit("cost.json: {size: 240,", "cost.json: {size: 241,")
    problem = only_problem(root)
    assert problem.message == "cost.json has 240 bytes, the manifest says 241"
    assert (problem.line, problem.rule) == (26, "hash")


def test_a_missing_file(root: Path) -> None:
    (root / ATTENTION / "cost.json").unlink()
    problem = only_problem(root)
    assert problem.message == "the manifest lists cost.json, and there is no such file"
    assert (problem.file, problem.line) == (f"captures/{ATTENTION}/capture.yml", 26)


@pytest.mark.parametrize(
    "name", ["program.py", "jaxpr.txt", "optimized.hlo", "passes.txt", "forecast.json"]
)
def test_a_deleted_manifest_line(root: Path, name: str) -> None:
    path = root / ATTENTION / "capture.yml"
    lines = path.read_text().split("\n")
    path.write_text("\n".join(line for line in lines if not re.match(rf"  {name}(\.xz)?:", line)))
    problem = only_problem(root)
    assert problem.message.startswith(f"the manifest lists no {name}, which a compiled capture")
    assert problem.line == 24


def test_a_refused_capture_needs_its_refusal(root: Path) -> None:
    path = root / REFUSED / "capture.yml"
    lines = path.read_text().split("\n")
    path.write_text("\n".join(line for line in lines if "refusal.txt" not in line))
    store, (problem,) = load_store(root)
    assert [*store.captures] == [ATTENTION]
    assert problem.message == "the manifest lists no refusal.txt, which a refused capture has"


@pytest.mark.parametrize(
    "name",
    ["/etc/hostname", "../captures/x", "a/../../b", "a\\b", "'C:/x'", ".", "./cost.json", "a//b"],
)
def test_a_path_that_leaves_the_folder(root: Path, edit: Edit, name: str) -> None:
    edit("  memory.json: {", f"  {name}: {{")
    store, problems = load_store(root)
    assert [*store.captures] == [REFUSED]
    leaving = [problem for problem in problems if problem.rule == "path"]
    shown = name.strip("'")
    assert [problem.message for problem in leaving] == [
        f"'{shown}' is no plain path inside the capture's folder"
    ]


def test_a_link_out_of_the_folder(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    (root / ATTENTION / "cost.json").rename(outside)
    (root / ATTENTION / "cost.json").symlink_to(outside)
    problem = only_problem(root)
    assert (problem.rule, problem.line) == ("path", 26)


def test_a_linked_capture(root: Path, tmp_path: Path) -> None:
    (root / ATTENTION).rename(tmp_path / ATTENTION)
    (root / ATTENTION).symlink_to(tmp_path / ATTENTION)
    assert only_problem(root).rule == "path"


def test_a_folder_without_a_manifest(root: Path) -> None:
    (root / ATTENTION / "capture.yml").unlink()
    problem = only_problem(root)
    assert problem.message == "the capture has no manifest"


def test_a_manifest_that_is_no_text(root: Path) -> None:
    (root / ATTENTION / "capture.yml").write_bytes(b"\xff\xfe\x00")
    problem = only_problem(root)
    assert problem.message == "it is no UTF-8: the byte 0xff can't stand where it does"
    assert (problem.line, problem.rule) == (1, "manifest")
    assert problem.advice.startswith("restore it from git")


@pytest.mark.parametrize(
    "name",
    ["index.html", "x.svg", "x.js", "x", "x.html.", "x y.txt", "é.txt", '"onload=.txt', ".x.txt"],
)
def test_what_a_site_would_run_is_no_evidence(root: Path, edit: Edit, name: str) -> None:
    (root / ATTENTION / "memory.json").rename(root / ATTENTION / name)
    edit("  memory.json: {", f"  {name!r}: {{")
    store, problems = load_store(root)
    assert [*store.captures] == [REFUSED]
    (named,) = (problem for problem in problems if problem.rule == "path")
    assert named.message.startswith(f"'{name}' is no name of evidence")


def test_a_file_larger_than_a_store_is_not_read(root: Path) -> None:
    with (root / ATTENTION / "memory.json").open("r+b") as file:
        file.truncate(10**12)
    problem = only_problem(root)
    assert (
        problem.message == "it has 1,000,000,000,000 bytes, where a whole store may have 60,000,000"
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("target: tpu-v6e", "target: tpu-v4", "attention-s1024@tpu-v4"),
        ("variant: attention-s1024", "variant: attention-s8192", "attention-s8192@tpu-v6e"),
    ],
)
def test_an_id_that_says_something_else(
    root: Path, edit: Edit, old: str, new: str, told: str
) -> None:
    edit(old, new)
    problem = only_problem(root)
    assert problem.message == f"the id is '{ATTENTION}', but variant and target say '{told}'"


@pytest.mark.parametrize("jax", ["9" * 9, "0", "0.13.0.dev20260101+g1f2"])
def test_a_release_of_any_form(root: Path, edit: Edit, jax: str) -> None:
    edit("jax: 0.12.0.1", f"jax: '{jax}'")
    assert load_store(root)[1] == []


@pytest.mark.parametrize("jax", ["9" * 5000, "main"])
def test_a_release_of_no_form(root: Path, edit: Edit, jax: str) -> None:
    edit("jax: 0.12.0.1", f"jax: '{jax}'")
    problem = only_problem(root)
    assert problem.message == f"'jax' is '{jax}', expected a version, such as 0.12.0.1"
    assert (problem.line, problem.rule) == (14, "manifest")


def test_what_may_not_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    store, problems = load_store(root)
    assert store.captures == {}
    assert [problem.file for problem in problems] == [
        f"captures/{name}/capture.yml" for name in (ATTENTION, REFUSED)
    ]
    assert {problem.message for problem in problems} == {"can't be read: Permission denied"}


def test_a_folder_called_otherwise(root: Path) -> None:
    (root / ATTENTION).rename(root / "attention")
    problem = only_problem(root)
    assert problem.message == f"the id is '{ATTENTION}', but the folder is called 'attention'"
    assert (problem.line, problem.rule) == (1, "manifest")


def test_one_id_twice(root: Path) -> None:
    shutil.copytree(root / ATTENTION, root / "zz-copy")
    store, (problem,) = load_store(root)
    assert [*store.captures] == [ATTENTION, REFUSED]
    assert (problem.file, problem.rule) == ("captures/zz-copy/capture.yml", "duplicate")
    assert problem.message.endswith(f"captures/{ATTENTION} has that id too")


def test_an_unknown_basis(root: Path, edit: Edit) -> None:
    edit("basis: compiled", "basis: remembered")
    problem = only_problem(root)
    assert problem.message.startswith("'basis' is 'remembered', expected compiled or measured")
    assert problem.line == 2


def test_a_missing_manifest_field(root: Path, edit: Edit) -> None:
    edit("topology: v6e:1x1\n", "")
    assert only_problem(root).message == "the field 'topology' is missing"


def test_what_a_killed_capture_left_is_no_capture(root: Path) -> None:
    (root / ".making" / "half").mkdir(parents=True)
    assert load_store(root)[1] == []


def test_no_store(tmp_path: Path) -> None:
    store, (problem,) = load_store(tmp_path / "captures")
    assert store.captures == {}
    assert problem.advice == "make one: xlagym capture"


def test_an_unknown_id_brings_the_nearest(store: Store) -> None:
    with pytest.raises(UnknownCaptureError) as raised:
        store.get("atention-s1024@tpu-v6e")
    assert str(raised.value).startswith(
        "no capture 'atention-s1024@tpu-v6e' in captures/; did you mean attention-s1024@tpu-v6e"
    )


def test_matching(store: Store) -> None:
    assert [capture.id for capture in store.matching("chain@*")] == [
        f"chain@{target}" for target in ("cpu", "tpu-7x", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e")
    ]
    assert store.matching("nothing*") == []
