"""Find a variant in a program's file, by running that file. Only child processes come here."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from xlagym.capturing.programs.variant import Variant
from xlagym.inputs.problems import Problem, ProblemError


def load_variants(path: Path, name: str) -> dict[str, Variant]:
    """Run the program at ``path`` and return what it declares; ``name`` is the file for messages.

    Raises ProblemError when it can't be run, or its ``VARIANTS`` are not what they should be.
    """
    if not path.is_file():
        raise ProblemError(
            Problem(
                name, "there is no such program", "name a file of labs/programs", rule="program"
            )
        )
    module_name = path.stem
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None, "a .py file always has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ProblemError(_broken(name, path, error)) from error
    return _checked(getattr(module, "VARIANTS", None), name)


def find_variant(variants: dict[str, Variant], variant: str, name: str) -> Variant:
    """Return the variant called ``variant``; raise ProblemError that names those there are."""
    if variant not in variants:
        raise ProblemError(
            Problem(
                name,
                f"it declares no variant '{variant}', but {', '.join(sorted(variants)) or 'none'}",
                "mend VARIANTS here, or the entry in labs/matrix.yml",
                rule="program",
            )
        )
    return variants[variant]


def _broken(name: str, path: Path, error: Exception) -> Problem:
    trace = error.__traceback__
    line = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        line = error.lineno
    return Problem(
        name,
        f"it can't be run: {type(error).__name__}: {error}",
        "mend the program; it must import without errors",
        line=line,
        rule="program",
    )


def _checked(declared: Any, name: str) -> dict[str, Variant]:
    if not isinstance(declared, dict) or not all(
        isinstance(key, str) and isinstance(value, Variant) for key, value in declared.items()
    ):
        raise ProblemError(
            Problem(
                name,
                "its VARIANTS is no dictionary from names to Variant(…)",
                "declare them as in labs/programs/attention.py",
                rule="program",
            )
        )
    return declared
