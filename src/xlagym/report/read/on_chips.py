"""A function of anybody's, compiled for chips that need not be there: what each made of it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import Final

from xlagym.captures.form import AnyForm
from xlagym.captures.forms import (
    BUFFERS,
    COST,
    HLO,
    LIVE_RANGES,
    MEMORY,
    MEMORY_USAGE,
    PASS_RECORD,
    PROGRAM,
    REFUSAL,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.capturing.compile.in_child import compile_in_child
from xlagym.capturing.compile.made import DUMP_FOLDER, Made
from xlagym.capturing.user_program.function import UserFunction
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.report.given.inputs import Given, read_inputs
from xlagym.report.given.matching import ModuleFiles, match
from xlagym.report.read.modules import GivenModule, read_module

AT_ONCE = 2
"""Compiles that run side by side."""
_REPORTS: Final[tuple[AnyForm, ...]] = (LIVE_RANGES, BUFFERS, MEMORY_USAGE, PASS_RECORD)


@dataclass(slots=True)
class OnChip:
    """What one chip's compiler made of a function."""

    chip: str
    reading: GivenModule | None = None
    refusal: str = ""
    """The compiler's words, where it refused the program."""
    problems: list[Problem] = field(default_factory=list)


def compile_for_chips(functions: Sequence[UserFunction]) -> list[OnChip]:
    """Compile a function, named once for every chip, two at a time.

    Raises ProblemError where the function itself is at fault, or no chip's compiler came through.
    """
    _check(functions)
    stop = Event()
    with tempfile.TemporaryDirectory(prefix="xlagym-xray-") as folder:
        made = _all(functions, Path(folder), stop)
    problems = list(dict.fromkeys(problem for each in made for problem in each.problems))
    if all(each.problems for each in made):
        raise ProblemError(*problems)
    return made


def _all(functions: Sequence[UserFunction], folder: Path, stop: Event) -> list[OnChip]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            return list(pool.map(lambda each: _compile(each, folder, stop), functions))
        except BaseException:
            stop.set()  # Ctrl-C: the compiles that run are ended, too.
            raise


def _check(functions: Sequence[UserFunction]) -> None:
    for file, called in dict.fromkeys((each.file, each.called) for each in functions):
        if not Path(file).is_file():
            raise ProblemError(
                Problem(called, "there is no such file", "check the path", rule="program")
            )
    if any(each.on.is_tpu for each in functions) and find_spec("libtpu") is None:
        raise ProblemError(
            Problem(
                "libtpu",
                "the TPU compiler is not installed",
                "install it, no TPU needed: pip install 'xlagym[tpu]'; or compile --on cpu",
                rule="toolchain",
            )
        )


def _compile(function: UserFunction, work: Path, stop: Event) -> OnChip:
    chip = function.target
    folder = work / chip
    folder.mkdir()
    try:
        compile_in_child(function, folder, stop)
    except ProblemError as error:
        return OnChip(chip, problems=list(error.problems))
    if Made.read(folder).outcome == "refused":
        words = (folder / REFUSAL.file).read_text(encoding="utf-8")
        return OnChip(chip, refusal=words.strip())
    return OnChip(chip, read_module(_files(function, folder)))


def _files(function: UserFunction, folder: Path) -> ModuleFiles:
    """What the compile left, as the files of one module."""
    names = (HLO.file, STABLEHLO.file, STABLEHLO_LOCATED.file, COST.file, MEMORY.file)
    inputs = read_inputs([str(folder / name) for name in names])
    module = match(inputs).modules[0]
    dumped = match(read_inputs([str(folder / DUMP_FOLDER)])).modules
    for each in dumped[:1]:
        module.dumps = each.dumps
        reports = {form: each.reports[form] for form in _REPORTS if form in each.reports}
        module.reports |= reports
    module.chip = function.target
    module.source = Path(function.file).name
    module.program = (folder / PROGRAM.file).read_text(encoding="utf-8")
    _rename(module)
    return module


def _rename(module: ModuleFiles) -> None:
    """Say where files came from: the folder that they lay in is gone when the page is read."""

    def renamed(given: Given | None) -> Given | None:
        if given is None:
            return None
        return Given(f"{module.chip}/{Path(given.name).name}", given.form, given.data)

    module.hlo, module.stablehlo = renamed(module.hlo), renamed(module.stablehlo)
    module.debug = renamed(module.debug)
    for form, given in module.reports.items():
        module.reports[form] = renamed(given) or given
