"""A function of one's own, compiled for chips that need not be there: what each decided."""

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
    REFUSAL,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.capturing.child import raise_problems, run_child
from xlagym.capturing.compile.compile import DUMP_FOLDER
from xlagym.capturing.targets.targets import target_of
from xlagym.capturing.user_program.ask import Ask
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.report.given.inputs import Given, read_inputs
from xlagym.report.given.matching import ModuleFiles, match
from xlagym.report.read.modules import GivenModule, read_module

AT_ONCE = 2
"""Compiles that run side by side."""
_REPORTS: Final[tuple[AnyForm, ...]] = (LIVE_RANGES, BUFFERS, MEMORY_USAGE, PASS_RECORD)


@dataclass(frozen=True, slots=True)
class OwnProgram:
    """What the command line names: a function, its arguments, and chips."""

    file: Path
    function: str
    chips: tuple[str, ...]
    arguments: tuple[str, ...] | None = None


@dataclass(slots=True)
class Decided:
    """What one chip's compiler made of it."""

    chip: str
    reading: GivenModule | None = None
    refusal: str = ""
    """The compiler's words, where it refused the program."""
    problems: list[Problem] = field(default_factory=list)


def compile_for_chips(program: OwnProgram) -> list[Decided]:
    """Compile for every chip, two at a time.

    Raises ProblemError where the program itself is at fault, or no chip's compiler came through.
    """
    _check(program)
    stop = Event()
    with tempfile.TemporaryDirectory(prefix="xlagym-xray-") as folder:
        made = _all(program, Path(folder), stop)
    problems = list(dict.fromkeys(problem for each in made for problem in each.problems))
    if all(each.problems for each in made):
        raise ProblemError(*problems)
    return made


def _all(program: OwnProgram, folder: Path, stop: Event) -> list[Decided]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            return list(pool.map(lambda chip: _compile(program, chip, folder, stop), program.chips))
        except BaseException:
            stop.set()  # Ctrl-C: the compiles that run are ended, too.
            raise


def _check(program: OwnProgram) -> None:
    if not program.file.is_file():
        raise ProblemError(
            Problem(str(program.file), "there is no such file", "check the path", rule="program")
        )
    targets = [target_of(chip) for chip in program.chips]
    if any(target and target.is_tpu for target in targets) and find_spec("libtpu") is None:
        raise ProblemError(
            Problem(
                "libtpu",
                "the TPU compiler is not installed",
                "install it, no TPU needed: pip install 'xlagym[tpu]'; or compile --on cpu",
                rule="toolchain",
            )
        )


def _compile(program: OwnProgram, chip: str, work: Path, stop: Event) -> Decided:
    folder = work / chip
    folder.mkdir()
    target = target_of(chip)
    assert target is not None, "the command line knows its chips"
    ask = Ask(
        file=str(program.file.resolve()),
        shown=str(program.file),
        function=program.function,
        chip=chip,
        arguments=program.arguments,
        folder=str(Path.cwd()),
    )
    module = "xlagym.capturing.user_program.compile"
    try:
        ended = run_child(module, [ask.to_json(), str(folder)], target.environment(), folder, stop)
        raise_problems(folder)
        if (folder / REFUSAL.file).exists():
            words = (folder / REFUSAL.file).read_text(encoding="utf-8")
            return Decided(chip, refusal=words.strip())
        if ended.code or not (folder / HLO.file).exists():
            raise ProblemError(
                Problem(
                    str(program.file),
                    f"the compile for {chip} ended with {ended.how}",
                    "try a smaller shape, or another chip; its last words were:\n    "
                    + ended.last_words,
                    rule="compile",
                )
            )
    except ProblemError as error:
        return Decided(chip, problems=list(error.problems))
    return Decided(chip, read_module(_files(program, chip, folder)))


def _files(program: OwnProgram, chip: str, folder: Path) -> ModuleFiles:
    """What the compile left, as the files of one module."""
    names = (HLO.file, STABLEHLO.file, STABLEHLO_LOCATED.file, COST.file, MEMORY.file)
    inputs = read_inputs([str(folder / name) for name in names])
    module = match(inputs).modules[0]
    dumped = match(read_inputs([str(folder / DUMP_FOLDER)])).modules
    for each in dumped[:1]:
        module.dumps = each.dumps
        reports = {form: each.reports[form] for form in _REPORTS if form in each.reports}
        module.reports |= reports
    module.chip = chip
    module.source = program.file.name
    module.program = program.file.read_text(encoding="utf-8", errors="replace")
    _rename(module, chip)
    return module


def _rename(module: ModuleFiles, chip: str) -> None:
    """Say where files came from: the folder that they lay in is gone when the page is read."""

    def renamed(given: Given | None) -> Given | None:
        if given is None:
            return None
        return Given(f"{chip}/{Path(given.name).name}", given.form, given.data)

    module.hlo, module.stablehlo = renamed(module.hlo), renamed(module.stablehlo)
    module.debug = renamed(module.debug)
    for form, given in module.reports.items():
        module.reports[form] = renamed(given) or given


def readings(made: Sequence[Decided]) -> list[GivenModule]:
    """The modules that came of it."""
    return [each.reading for each in made if each.reading is not None]
