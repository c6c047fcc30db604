"""Another toolchain than the installed one: how a job asks for it, and where it is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import xlagym
from tests.capturing.conftest import MakeProject, entry
from xlagym.capturing.compile import toolchain
from xlagym.capturing.compile.toolchain import interpreter_of, packages_of, prepare
from xlagym.capturing.job import Job
from xlagym.capturing.programs.matrix import read_matrix
from xlagym.inputs.problems import ProblemError

OLD = {"jax": "0.4.38"}


def test_the_label_names_the_version(project: MakeProject) -> None:
    root = project(entry("wave", "a", "cpu", "  toolchain: {jax: 0.4.38}\n"), wave="")
    (job,) = read_matrix(root)
    assert (job.id, job.toolchain, job.options) == ("a@cpu+jax-0.4.38", OLD, {})
    assert Job.from_json(job.to_json()) == job


def test_flags_come_first_in_a_label(project: MakeProject) -> None:
    more = "  flags: {fast: {xla_x: '1'}}\n  toolchain: {jax: 0.4.38}\n"
    (job,) = read_matrix(project(entry("wave", "a", "cpu", more), wave=""))
    assert job.id == "a@cpu+fast+jax-0.4.38"


@pytest.mark.parametrize("given", ["{jax: 0.4}", "{numpy: 1.0.0}", "[jax]", "{jax: [1]}"])
def test_faults(project: MakeProject, given: str) -> None:
    root = project(entry("wave", "a", "cpu", f"  toolchain: {given}\n"), wave="")
    with pytest.raises(ProblemError, match="'toolchain'"):
        read_matrix(root)


def test_what_is_installed_needs_nothing(tmp_path: Path) -> None:
    job = Job(str(tmp_path), "wave", "a", "cpu")
    assert packages_of(job) == ()
    assert interpreter_of(job) is None
    prepare([job], pytest.fail)


def test_a_tpu_asks_for_its_compiler_too(tmp_path: Path) -> None:
    chip = Job(str(tmp_path), "wave", "a", "tpu-v6e", toolchain=OLD)
    cpu = Job(str(tmp_path), "wave", "a", "cpu", toolchain=OLD)
    assert packages_of(chip) == ("jax[tpu]==0.4.38",)
    assert packages_of(cpu) == ("jax==0.4.38",)
    assert interpreter_of(chip) != interpreter_of(cpu)


def test_it_is_installed_once_and_lent_this_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(str(tmp_path), "wave", "a", "cpu", toolchain=OLD)
    installed: list[tuple[str, ...]] = []

    def install(folder: Path, packages: tuple[str, ...]) -> None:
        installed.append(packages)
        (folder / "lib" / "python3.12" / "site-packages").mkdir(parents=True)

    monkeypatch.setattr(toolchain, "_install", install)
    said: list[str] = []
    prepare([job, job], said.append)
    prepare([job], said.append)
    assert installed == [("jax==0.4.38",)]
    assert said == ["installing jax==0.4.38 aside, in .cache/toolchains: this once"]
    (lent,) = (tmp_path / ".cache" / "toolchains").glob("*/lib/python3.12/site-packages/xlagym")
    assert lent.readlink() == Path(xlagym.__file__).parent
