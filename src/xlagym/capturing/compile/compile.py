"""Compile a variant of a program or a function of anybody's file, in a process of its own.

``python -m xlagym.capturing.compile.compile WAY WHAT FOLDER`` writes what the compiler says into
FOLDER as it says it; scrubbing and hashing come later, in another process. Exit 1 with
``problems.json`` where the program or the target is at fault. ``WAY`` says what the JSON ``WHAT``
names: a ``variant`` or a ``function``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from xlagym.captures.forms import (
    COST,
    HLO,
    JAXPR,
    MEMORY,
    PROGRAM,
    REFUSAL,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.capturing.child import leave_problems
from xlagym.capturing.compile.lowering import Lowering, libtpu_version
from xlagym.capturing.compile.made import DUMP_FOLDER, Made
from xlagym.capturing.compile.texts import cost_analysis, has_spans, jaxpr_text, stablehlo_text
from xlagym.capturing.job import Job
from xlagym.capturing.programs.lower import lower_variant
from xlagym.capturing.python_file import words_of
from xlagym.capturing.targets.targets import Target
from xlagym.capturing.user_program.function import UserFunction
from xlagym.capturing.user_program.lower import lower_function
from xlagym.inputs.problems import Problem, ProblemError

REFUSED = "RESOURCE_EXHAUSTED"
"""The compiler's word for a program that does not fit the chip."""


def make(what: Job | UserFunction, folder: Path) -> Any:
    """Lower and compile ``what``; write every text into ``folder``, raw.

    Returns what can be run on the device (a ``jax.stages.Compiled``), None where the compiler
    refused the program.
    """
    lowering = lower(what)
    _write(folder, PROGRAM.file, lowering.source)
    if lowering.traced is not None:
        _write(folder, JAXPR.file, jaxpr_text(lowering.traced))
    _write(folder, STABLEHLO.file, stablehlo_text(lowering.lowered))
    debug = stablehlo_text(lowering.lowered, debug=True)
    _write(folder, STABLEHLO_LOCATED.file, debug)
    compiled = _compile(what, lowering, folder)
    Made(
        "refused" if compiled is None else "compiled",
        lowering.function,
        dict(lowering.tensors) if has_spans(debug) else {},
        lowering.device.device_kind,
        what.on.shape,
        version("jax"),
        version("jaxlib"),
        libtpu_version() if what.on.is_tpu else "",
    ).write(folder)
    return compiled


def lower(what: Job | UserFunction) -> Lowering:
    """Trace and lower it; raise ProblemError where it can't be."""
    return lower_variant(what) if isinstance(what, Job) else lower_function(what)


def compile_lowered(lowering: Lowering, options: Mapping[str, str]) -> Any:
    """Compile for the devices that the program was lowered for."""
    with lowering.context():
        return lowering.lowered.compile(compiler_options=dict(options) or None)


def _compile(what: Job | UserFunction, lowering: Lowering, folder: Path) -> Any:
    """Compile and write what comes of it; None where the compiler refused the program."""
    dumping = _dumping(what.on, folder / DUMP_FOLDER)
    try:
        compiled = compile_lowered(lowering, {**what.options, **dumping})
    except Exception as error:
        if REFUSED in str(error):
            _write(folder, REFUSAL.file, f"{error}\n")
            return None
        message = f"the compiler failed for {what.on.name}: {words_of(error)}"
        raise ProblemError(Problem(what.called, message, what.advice, rule="compile")) from error
    _write(folder, HLO.file, compiled.as_text())
    _write(folder, COST.file, _one_key_a_line(cost_analysis(compiled)))
    stats = compiled.memory_analysis()
    names = (name for name in dir(stats) if name.endswith("_in_bytes"))
    sizes = {name: value for name in names if isinstance(value := getattr(stats, name), int)}
    _write(folder, MEMORY.file, _one_key_a_line(sizes))
    return compiled


def _dumping(target: Target, folder: Path) -> dict[str, str]:
    """Options that make the compiler write down its passes; they change nothing that it decides."""
    options = {"xla_dump_to": str(folder), "xla_dump_hlo_pass_re": ".*"}
    if target.is_tpu:
        options["xla_dump_module_metadata"] = "True"
    return options


def _one_key_a_line(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=0, sort_keys=True, ensure_ascii=False) + "\n"


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="\n")


WAYS: Final[Mapping[str, Callable[[str], Job | UserFunction]]] = {
    "variant": Job.from_json,
    "function": UserFunction.from_json,
}
"""The ways to name what is compiled, and how each is read from JSON."""


def main(arguments: list[str]) -> int:
    """Make what is named, in the folder given after it."""
    way, what, folder = arguments
    return leave_problems(lambda: make(WAYS[way](what), Path(folder)), Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
