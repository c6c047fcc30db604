"""A file written in one move: what was there stays until the new one is whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from xlagym.inputs.problems import Problem, ProblemError


def write_whole(path: Path, text: str) -> None:
    """Write ``text`` to ``path``; raise ProblemError where that can't be done."""
    if path.is_dir():
        raise ProblemError(_problem(path, "it is a folder"))
    half: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        half = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(text)
        half.chmod(0o644)
        half.replace(path)
    except OSError as error:
        raise ProblemError(_problem(path, error.strerror or str(error))) from error
    finally:
        if half is not None:
            half.unlink(missing_ok=True)


def _problem(path: Path, why: str) -> Problem:
    return Problem(str(path), f"can't be written: {why}", "name another file with -o", rule="xray")
