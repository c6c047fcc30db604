"""Run one of the capturing modules in a process of its own, apart from the user's environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event

from xlagym.child_python import child_python
from xlagym.inputs.problems import Problem, ProblemError

TIME_LIMIT = 600
"""Seconds after which a compile counts as stuck."""
_PROBLEMS = "problems.json"
_OTHERS_SETTINGS = ("JAX_", "XLA_", "LIBTPU_", "TPU_", "TF_")
_FATAL = re.compile(r"^F\d{4} \S+ +\d+ [^\]]*\] (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child process ended."""

    code: int
    """Exit status; of a killed process the negated signal, as ``subprocess`` gives it."""
    errors: str
    """What it wrote to its standard error."""

    @property
    def how(self) -> str:
        """Say so in words, with the message of the check that failed where there is one."""
        fatal = _FATAL.search(self.errors)
        status = f"exit {self.code}" if self.code >= 0 else f"exit {128 - self.code}"
        return status if fatal is None else f"{status}: {fatal[1].strip()}"

    @property
    def last_words(self) -> str:
        """The last lines of its standard error, for a message; of a traceback what it ends in."""
        trace = self.errors.rpartition("\nTraceback (most recent call last)")
        lines = [line for line in trace[2].splitlines() if line.strip()]
        if trace[1] or self.errors.startswith("Traceback (most recent call last)"):
            lines = [line for line in lines[1:] if not line.startswith(" ")] or lines
        return "\n    ".join(lines[-6:])


def run_child(
    module: str,
    arguments: list[str],
    environment: dict[str, str],
    work: Path,
    stop: Event,
    keep: tuple[str, ...] = (),
    python: Path | None = None,
) -> Ended:
    """Run ``python -m module``; what it drops without being asked goes into ``work``.

    ``python`` is another interpreter than this one, with another compiler.

    Settings of jax, XLA and libtpu in the user's own environment are not handed on, but for names
    that start with one of ``keep``: a capture must not hang on them. Raises ProblemError after
    TIME_LIMIT, KeyboardInterrupt after ``stop``.
    """
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name.startswith(keep) or not name.startswith(_OTHERS_SETTINGS)
    }
    process = subprocess.Popen(
        child_python(module, *arguments, python=python),
        env=inherited
        | {"PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(work), "TPU_LOG_DIR": str(work)}
        | environment,
        cwd=work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    try:
        return _wait(process, module, stop)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[str], module: str, stop: Event) -> Ended:
    for _ in range(TIME_LIMIT * 2):
        try:
            _, errors = process.communicate(timeout=0.5)
        except subprocess.TimeoutExpired:
            if stop.is_set():
                raise KeyboardInterrupt from None
            continue
        return Ended(process.returncode, errors)
    raise ProblemError(
        Problem(
            module,
            f"it has not ended after {TIME_LIMIT} s",
            "try a smaller shape, or a machine with more memory",
            rule="capture",
        )
    )


def leave_problems(work: Callable[[], object], folder: Path) -> int:
    """Do ``work`` in a child; leave its problems in ``folder``, and return the exit status."""
    try:
        work()
    except ProblemError as error:
        problems = [asdict(problem) for problem in error.problems]
        (folder / _PROBLEMS).write_text(json.dumps(problems), encoding="utf-8")
        return 1
    return 0


def raise_problems(folder: Path) -> None:
    """Raise the ProblemError that a child left in ``folder``, if it left one."""
    left = folder / _PROBLEMS
    if left.exists():
        told = json.loads(left.read_text(encoding="utf-8"))
        raise ProblemError(*(Problem(**fields) for fields in told))
