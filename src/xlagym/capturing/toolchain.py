"""Another version of the compiler, installed aside in an environment of its own."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from importlib.metadata import requires
from pathlib import Path

from xlagym.problems import Problem, ProblemError

_COMPILER = ("jax", "jaxlib", "libtpu")


def run_with(
    packages: Sequence[str], project: Path, toolchains: Path
) -> Callable[[Sequence[str]], int]:
    """Install ``packages`` aside; return what runs ``xlagym`` there and gives its exit status.

    ``packages`` are requirements such as ``jax==0.11.0``, which brings the jaxlib and libtpu that
    belong to it. The environment is kept under ``toolchains`` for the next time. Raises
    ProblemError with pip's own words when it can't be made.
    """
    name = hashlib.sha256("\n".join(sorted(packages)).encode()).hexdigest()[:12]
    folder = toolchains / name
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        venv.create(folder, with_pip=True, clear=True)
        _pip(python, [_with_tpu(package) for package in packages], packages)
        _pip(python, _other_requirements(), packages)
        _pip(python, ["--no-deps", "--editable", str(project)], packages)
        ready.touch()

    def run(arguments: Sequence[str]) -> int:
        command = [str(python), "-m", "xlagym", *arguments]
        return subprocess.run(command, check=False).returncode

    return run


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
    command = [str(python), "-m", "pip", "install", "--quiet", *arguments]
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
