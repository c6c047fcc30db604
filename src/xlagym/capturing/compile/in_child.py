"""Have something compiled, in a process of its own; what comes of it lies in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Event

from xlagym.capturing.child import Ended, raise_problems, run_child
from xlagym.capturing.compile.made import Made
from xlagym.capturing.job import Job
from xlagym.capturing.user_program.function import UserFunction
from xlagym.inputs.problems import Problem, ProblemError


def compile_in_child(
    what: Job | UserFunction,
    folder: Path,
    stop: Event,
    logging: Mapping[str, str] | None = None,
    python: Path | None = None,
) -> Ended:
    """Compile ``what`` into ``folder``, as ``compile.py`` says, by the compiler of ``python``.

    ``logging`` are variables that make the compiler say more; what it says is in the result.
    Raises ProblemError where the program is at fault, or the compile did not come through.
    """
    ended = run_child(
        "xlagym.capturing.compile.compile",
        ["variant" if isinstance(what, Job) else "function", what.to_json(), str(folder)],
        what.on.environment() | dict(logging or {}),
        folder,
        stop,
        python=python,
    )
    raise_problems(folder)
    if ended.code or not Made.exists(folder):
        message = f"the compile for {what.on.name} ended with {ended.how}\n    {ended.last_words}"
        raise ProblemError(Problem(what.called, message, what.advice, rule="compile"))
    return ended
