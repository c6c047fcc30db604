"""A variant of a program of ``labs/``, traced and lowered. Only child processes come here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from xlagym.capturing.compile.lowering import Lowering, argument, devices_of, hide_this_machine
from xlagym.capturing.job import Job
from xlagym.capturing.programs.placement import place
from xlagym.capturing.programs.program import find_variant, variants_of
from xlagym.capturing.python_file import PythonFile
from xlagym.evidence.hlo.shapes import ShapeError
from xlagym.inputs.problems import ProblemError


def lower_variant(job: Job) -> Lowering:
    """Trace and lower the job's program; raise ProblemError where it can't be."""
    hide_this_machine(Path(job.project))
    file = PythonFile(job.source_path, job.source_file)
    variant = find_variant(variants_of(file), job.variant, job.source_file)
    placement = place(variant, devices_of(job.on), job.source_file)
    with placement.context():
        shapes = [
            placement.shape(at, _argument(text, file)) for at, text in enumerate(variant.args)
        ]
        traced, lowered = file.guarded(
            f"'{job.variant}' can't be traced",
            lambda: _traced(placement.jit(variant.function), shapes),
        )
    return Lowering(
        job.source_path.read_text(encoding="utf-8"),
        lowered,
        placement.device,
        placement.context,
        variant.name,
        traced,
        dict(variant.tensors),
    )


def _traced(function: Any, shapes: list[Any]) -> tuple[Any, Any]:
    traced = function.trace(*shapes)
    return traced, traced.lower()


def _argument(text: str, file: PythonFile) -> Any:
    try:
        return argument(text)
    except ShapeError as error:
        message = f"'{text}' is no shape of an argument: {error}"
        advice = "write it as HLO does, for instance bf16[1024,128]"
        raise ProblemError(file.problem(message, advice)) from error
