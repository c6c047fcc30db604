"""Tensors by the Python that makes them: ``q @ k.T`` → the op with exactly that source span."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from xlagym.captures.forms import PROGRAM
from xlagym.captures.manifest import MANIFEST
from xlagym.inputs.problems import Problem, ProblemError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.frames import SourceFrame
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.stablehlo.reader import StableOp


def find_tensor(capture: Capture, name: str) -> tuple[StableOp, Array]:
    """Return the op that computes the tensor ``name`` of the manifest, and the array it makes.

    One expression may lower to several ops; the last of them holds its value. Raises ProblemError
    when the manifest names no such tensor, or no op, or ops of several places, fit its expression.
    """
    expression = capture.manifest.tensors.get(name)
    if expression is None:
        raise ProblemError(_unknown(capture, name))
    lines = capture.text(PROGRAM).split("\n")
    fitting = [
        op
        for op in capture.stablehlo.ops
        if op.frames
        and op.arrays
        and op.arrays[0] is not None
        and span(lines, op.frames[0]) == expression
    ]
    places = {(op.frames[0].line, op.frames[0].column) for op in fitting}
    if len(places) != 1:
        raise ProblemError(_unresolved(capture, name, expression, sorted(places)))
    array = fitting[-1].arrays[0]
    assert array is not None, "ops without an array were left out"
    return fitting[-1], array


def span(lines: list[str], frame: SourceFrame) -> str:
    """Return the source text of a frame; jax counts columns in bytes, the first being 0."""
    wanted = [line.encode("utf-8") for line in lines[frame.line - 1 : frame.end_line]]
    if not wanted:
        return ""
    # Cut the end first: on one line the start is cut off the same text.
    wanted[-1] = wanted[-1][: frame.end_column]
    wanted[0] = wanted[0][frame.column :]
    return b"\n".join(wanted).decode("utf-8", errors="replace")


def _unknown(capture: Capture, name: str) -> Problem:
    names = sorted(capture.manifest.tensors)
    near = difflib.get_close_matches(name, names, n=1)
    advice = f"did you mean '{near[0]}'? " if near else ""
    return Problem(
        f"{capture.shown}/{MANIFEST}",
        f"'{capture.id}' names no tensor '{name}'",
        advice
        + (f"it names {', '.join(names)}" if names else "it names none")
        + f"; {capture.manifest.source_file} declares them in VARIANTS",
        rule="tensor",
    )


def _unresolved(
    capture: Capture, name: str, expression: str, places: list[tuple[int, int]]
) -> Problem:
    found = ", ".join(f"line {line} column {column + 1}" for line, column in places)
    return Problem(
        f"{capture.shown}/{PROGRAM.file}",
        f"no op of the lowered program stands for '{expression}', the tensor '{name}'"
        if not places
        else f"'{expression}', the tensor '{name}', stands at several places: {found}",
        "give the tensor an expression that stands once in the program, letter for letter,"
        f" then capture again: {capture.manifest.command}",
        rule="tensor",
    )
