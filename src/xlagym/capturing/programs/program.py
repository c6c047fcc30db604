"""Find a variant in a program's file, by running that file. Only child processes come here."""

from __future__ import annotations

from xlagym.capturing.programs.variant import Variant
from xlagym.capturing.python_file import PythonFile
from xlagym.inputs.problems import Problem, ProblemError


def variants_of(file: PythonFile) -> dict[str, Variant]:
    """Run the program and return what it declares.

    Raises ProblemError when it can't be run, or its ``VARIANTS`` are not what they should be.
    """
    declared = getattr(file.run(), "VARIANTS", None)
    if not isinstance(declared, dict) or not all(
        isinstance(key, str) and isinstance(value, Variant) for key, value in declared.items()
    ):
        file.fail(
            "its VARIANTS is no dictionary from names to Variant(…)",
            "declare them as in labs/programs/attention.py",
        )
    return declared


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
