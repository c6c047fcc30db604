"""One module that was given, or compiled here: which forms of it there are, and what can't be read.

What the readers find, and what follows from it, is the same as of a capture (``ModuleReadings``).
Here everything is read at once: what can't be read becomes a problem, and counts as not given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xlagym.captures.form import AnyForm, Form
from xlagym.captures.forms import (
    BUFFERS,
    COST,
    FORECAST,
    HLO,
    LIVE_RANGES,
    MEMORY,
    MEMORY_USAGE,
    PASS_RECORD,
    PASS_TEXTS,
    PASSES,
    STABLEHLO,
)
from xlagym.captures.readings import ModuleReadings
from xlagym.evidence.passes.reader import passes_from_dumps, passes_from_metadata
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.recording import noted
from xlagym.report.given.contents import text_of

if TYPE_CHECKING:
    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.origins.carriers import Carrier
    from xlagym.evidence.origins.origins import Origins
    from xlagym.evidence.passes.reader import Passes
    from xlagym.report.given.matching import ModuleFiles

DUMPS_LIMIT = 150_000_000
"""Bytes of pass dumps that are read for one module; with more, its passes are not traced."""

UNREAD = 6
"""Lines that could not be read that are named one by one."""
_REPORTS: Final[tuple[AnyForm, ...]] = (
    LIVE_RANGES,
    BUFFERS,
    MEMORY_USAGE,
    COST,
    MEMORY,
    FORECAST,
)
_ADVICE: Final[Mapping[AnyForm, str]] = {
    HLO: "give the whole text that compiled.as_text() gives",
    STABLEHLO: "print it anew with the jax that is installed: jax.jit(f).lower(…).as_text()",
    PASSES: "dump them all anew",
}
_ADVICE_ON_REPORTS: Final = "another version may write it in another way"


class GivenModule(ModuleReadings):
    """What a report says of one module; ``read_module`` makes it."""

    def __init__(self, files: ModuleFiles) -> None:
        super().__init__()
        self.files = files
        self.problems: list[Problem] = []
        self._refused: set[AnyForm] = set()

    @property
    def name(self) -> str:
        """The module's name; its file's where it has none."""
        return self.files.name or self.files.files[0].name

    @property
    def chip(self) -> str:
        """The target where it is known, else ``tpu`` or nothing, by what its layouts look like."""
        if self.files.chip or not self.has(HLO):
            return self.files.chip
        tiled = ":T(" in self.hlo.text or "tpu_custom_call" in self.hlo.text
        return "tpu" if tiled else ""

    def has(self, form: AnyForm) -> bool:
        """Whether it was given, and can be read."""
        if form in self._refused:
            return False
        return form in self._made or self.files.given(form) is not None

    def text(self, form: AnyForm) -> str:
        """The text that was given."""
        return text_of(self.content(form))

    def content(self, form: AnyForm) -> bytes:
        """The bytes that were given."""
        given = self.files.given(form)
        assert given is not None, "only what was given is asked for"
        return given.data

    def name_of(self, form: AnyForm) -> str:
        """The file that was given."""
        given = self.files.given(form)
        return given.name if given is not None else form.name

    def guarded[T](self, make: Callable[[], T], *forms: AnyForm) -> T:
        """What ``make`` makes of the texts of ``forms``; its ValueError becomes a ProblemError."""
        try:
            return make()
        except ValueError as error:
            said, line = getattr(error, "message", ""), getattr(error, "line", None)
            advice = _ADVICE.get(forms[0], _ADVICE_ON_REPORTS)
            file = self.name_of(forms[0])
            if said:
                problem = Problem(file, said, advice, line, "xray")
            else:
                problem = Problem(file, str(error), advice, rule="xray")
            raise ProblemError(problem) from error

    def hold[T](self, form: Form[T], made: T) -> None:
        """Take ``made`` for what the reader of ``form`` makes, read otherwise."""
        super().hold(form, made)
        self._refused.discard(form)

    def attempt(self, *forms: AnyForm) -> None:
        """Read all of ``forms`` that were given; what can't be read counts as not given."""
        for form in forms:
            if self.has(form):
                try:
                    self.read(form)
                except ProblemError as error:
                    self.problems += error.problems
                    self._refused.add(form)

    def attempt_passes(self) -> None:
        """Read the passes, for the origins of ops that vanish, from a capture's list or dumps."""
        if self.has(PASSES) and self.has(PASS_TEXTS):
            self.attempt(PASSES)
            return
        self._refused.add(PASSES)
        if self.files.dumps:
            self._read_dumps(self.files.dumps)

    def _read_dumps(self, dumps: Sequence[Path]) -> None:
        size = sum(path.stat().st_size for path in dumps)
        folder = str(dumps[0].parent)
        if size > DUMPS_LIMIT:
            self.refuse(
                folder,
                f"{len(dumps):,} dumps of {self.name} take {size:,} bytes: ops that vanish at a "
                "pass are not traced",
                "dump a smaller program, with fewer layers or shorter shapes",
            )
            return
        file = self.name_of(PASS_RECORD) if self.has(PASS_RECORD) else folder
        texts = {path.name: text_of(path.read_bytes()) for path in dumps}
        try:
            self.hold(PASSES, self._passes_of(texts))
        except ValueError as error:
            self.refuse(file, f"passes can't be read: {error}", _ADVICE[PASSES])

    def _passes_of(self, texts: Mapping[str, str]) -> Passes:
        if self.has(PASS_RECORD):
            return passes_from_metadata(self.text(PASS_RECORD), texts)
        return passes_from_dumps(texts)

    def refuse(self, file: str, message: str, advice: str, line: int | None = None) -> None:
        """Note what could not be read; the report goes on without it."""
        self.problems.append(Problem(file, message, advice, line, "xray"))

    @property
    def traces(self) -> bool:
        """Whether there are both texts that a map of origins takes."""
        return self.has(HLO) and self.has(STABLEHLO)

    @noted
    def big(self) -> Array | None:
        """The big intermediate; None without a StableHLO, too."""
        return super().big if self.has(STABLEHLO) else None

    @noted
    def carriers(self) -> list[Carrier]:
        """Instructions that carry it; none without the optimized module."""
        return super().carriers if self.has(HLO) else []

    @noted
    def origins(self) -> Origins:
        """What became of every op, by the passes where they were given."""
        from xlagym.evidence.origins.origins import origins

        return origins(self.stablehlo, self.hlo, self.find(PASSES))

    @property
    def spaces(self) -> Counter[int]:
        """In how many launched instructions the big intermediate lies in each memory space."""
        return Counter(space for each in self.carriers if each.launched for space in each.spaces)

    def traced(self, instruction: Instruction) -> bool:
        """Whether it comes from the program: by the map of origins, else by its metadata."""
        if self.traces:
            return self.origins.instructions[instruction.name].kind == "line"
        return "op_name=" in instruction.text


def read_module(files: ModuleFiles) -> GivenModule:
    """Read all files of a module. What can't be read is among its problems; nothing is raised."""
    reading = GivenModule(files)
    reading.attempt(HLO)
    if reading.has(HLO):
        _name_unread(reading)
    reading.attempt(STABLEHLO)
    if reading.traces:
        reading.attempt_passes()
    reading.attempt(*(form for form in files.reports if form in _REPORTS))
    return reading


def _name_unread(reading: GivenModule) -> None:
    file, unread = reading.name_of(HLO), reading.hlo.unread
    for each in unread[:UNREAD]:
        reading.refuse(file, each.why, _ADVICE[HLO], each.line)
    if (more := len(unread) - UNREAD) > 0:
        reading.refuse(file, f"{more:,} lines more could not be read", _ADVICE[HLO])
