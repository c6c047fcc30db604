"""Another version of the compiler, installed aside in an environment of its own."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import requires
from pathlib import Path

import xlagym
from xlagym.capturing.job import Job
from xlagym.child_python import child_python
from xlagym.inputs.problems import Problem, ProblemError

TOOLCHAINS = Path(".cache") / "toolchains"
"""Where environments are kept for the next time, from the project's root; ignored by git."""
_COMPILER = ("jax", "jaxlib", "libtpu")


def packages_of(job: Job) -> tuple[str, ...]:
    """Return the requirements that ``job`` compiles with, () where those of today do."""
    extra = "[tpu]" if job.on.is_tpu else ""
    return tuple(
        f"{name}{extra if name == 'jax' else ''}=={version}"
        for name, version in job.toolchain.items()
    )


def interpreter_of(job: Job) -> Path | None:
    """Return the Python that compiles ``job``, None for this one; ``prepare`` makes sure of it."""
    packages = packages_of(job)
    return _python(_folder(packages, Path(job.project) / TOOLCHAINS)) if packages else None


def prepare(jobs: Iterable[Job], say: Callable[[str], None]) -> None:
    """Install aside what any of ``jobs`` compiles with and this machine lacks.

    ``say`` is told before each: it takes a minute. Raises ProblemError with pip's own words.
    """
    wanted = {packages_of(job): Path(job.project) for job in jobs if job.toolchain}
    for packages, project in wanted.items():
        folder = _folder(packages, project / TOOLCHAINS)
        if not (folder / "ready").exists():
            say(f"installing {' '.join(packages)} aside, in {TOOLCHAINS.as_posix()}: this once")
            _install(folder, packages)
            (folder / "ready").touch()
        _lend_source(folder)


def run_with(
    packages: Sequence[str], project: Path, toolchains: Path
) -> Callable[[Sequence[str]], int]:
    """Install ``packages`` aside; return what runs ``xlagym`` there and gives its exit status.

    ``packages`` are requirements such as ``jax==0.11.0``, which brings the jaxlib and libtpu that
    belong to it. The environment is kept under ``toolchains`` for the next time. Raises
    ProblemError with pip's own words when it can't be made.
    """
    folder = _folder((*packages, "xlagym"), toolchains)
    python = _python(folder)
    if not (folder / "ready").exists():
        _install(folder, [_with_tpu(package) for package in packages])
        _pip(python, _other_requirements(), packages)
        _pip(python, ["--no-deps", "--editable", str(project)], packages)
        (folder / "ready").touch()

    def run(arguments: Sequence[str]) -> int:
        command = child_python("xlagym", *arguments, python=python)
        return subprocess.run(command, check=False).returncode

    return run


def _folder(packages: Iterable[str], toolchains: Path) -> Path:
    return toolchains / hashlib.sha256("\n".join(sorted(packages)).encode()).hexdigest()[:12]


def _python(folder: Path) -> Path:
    return folder / "bin" / "python"


def _install(folder: Path, packages: Sequence[str]) -> None:
    venv.create(folder, with_pip=True, clear=True)
    _pip(_python(folder), packages, packages)


def _lend_source(folder: Path) -> None:
    """Let that Python import this very xlagym, and nothing else that is installed here."""
    (site_packages,) = folder.glob("lib/python*/site-packages")
    link, source = site_packages / "xlagym", Path(xlagym.__file__).parent
    if link.is_symlink() and link.readlink() == source:
        return
    link.unlink(missing_ok=True)
    link.symlink_to(source)


def _with_tpu(package: str) -> str:
    """``jax==X`` asks for the TPU compiler of that release too."""
    return package.replace("jax=", "jax[tpu]=", 1) if package.startswith("jax=") else package


def _other_requirements() -> list[str]:
    """What xlagym needs besides the compiler and the extras."""
    return [
        requirement
        for requirement in requires("xlagym") or []
        if "extra ==" not in requirement
        and not any(requirement.startswith(f"{name}==") for name in _COMPILER)
    ]


def _pip(python: Path, arguments: Sequence[str], packages: Sequence[str]) -> None:
    command = child_python("pip", "install", "--quiet", *arguments, python=python)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise ProblemError(
            Problem(
                " ".join(packages),
                f"can't be installed: {lines[-1] if lines else done.stderr.strip()[-300:]}",
                f"name versions that exist, for Python {sys.version_info[0]}.{sys.version_info[1]}",
                rule="toolchain",
            )
        )
