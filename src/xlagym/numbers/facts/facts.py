"""What an expression may ask of a capture: declared facts, read lazily and cached by content.

A fact is named by a path such as ``cost.bytes_accessed``, ``hlo.kind("kLoop")`` or
``tensor("scores").space``. Nothing else of a capture can be reached from an expression.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.captures.forms import FORECAST, PROFILE, PROGRAM, RUN
from xlagym.inputs.problems import ProblemError
from xlagym.inputs.suggestions import nearest
from xlagym.keeping.kept import kept
from xlagym.keeping.recording import noted
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError
from xlagym.numbers.facts.table import facts_of
from xlagym.numbers.reading import Reading
from xlagym.numbers.units.quantity import symbol

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm


IDENTITY: Mapping[str, Callable[[Capture], str]] = {
    "id": lambda capture: capture.manifest.id,
    "target": lambda capture: capture.manifest.target,
    "program": lambda capture: capture.manifest.program,
    "variant": lambda capture: capture.manifest.variant,
    "basis": lambda capture: capture.manifest.basis,
    "outcome": lambda capture: capture.manifest.outcome,
}
"""What tells one capture from another, for filters; names, so no readings."""


@dataclass(frozen=True)
class FactSource:
    """One capture as expressions see it."""

    capture: Capture
    facts: Mapping[str, Fact]
    """Path → fact; brackets stand empty: ``hlo.kind()``."""
    health: Callable[[Capture], list[str]]

    @noted
    def sick(self) -> list[str]:
        """What is wrong with the capture, in words; empty for a healthy one."""
        return self.health(self.capture)

    def read(self, path: str, argument: str, spelled: str) -> Reading:
        """Read the declared fact ``path`` as ``spelled`` in the expression."""
        fact = self.facts[path]
        manifest = self.capture.manifest
        if not self.capture.has(fact.form):
            raise NoFactError(*_missing(self.capture, fact.form))
        if sick := self.sick:
            raise NoFactError(
                f"'{manifest.id}' is unhealthy ({'; '.join(sick)}), so nothing may quote it",
                f"make it again: {manifest.command}",
            )
        found = find(self.capture, path, argument)
        return Reading(
            path=spelled,
            value=found.value,
            unit=fact.unit if found.unit is None else symbol(found.unit),
            capture=manifest.id,
            file=fact.form.file,
            line=found.line,
            sha256=self.capture.sha256(fact.form),
            basis=manifest.basis,
            source=found.source,
        )

    def membership(self) -> Reading:
        """That this capture is there, told by its program: what a glob that matched it has read."""
        manifest = self.capture.manifest
        file = PROGRAM.file if self.capture.has(PROGRAM) else manifest.files[0].name
        return Reading(
            path="id",
            value=manifest.id,
            unit="",
            capture=manifest.id,
            file=file,
            line=None,
            sha256=self.capture.sha256(file),
            basis=manifest.basis,
        )


@kept
def find(capture: Capture, path: str, argument: str) -> FoundValue:
    """The declared fact ``path`` of ``capture``. Raises NoFactError."""
    fact = facts_of(capture.manifest.basis)[path]
    try:
        return fact.find(capture, argument)
    except ProblemError as error:
        problem = error.problems[0]
        raise NoFactError(problem.message, problem.advice) from error
    except ValueError as error:
        raise NoFactError(
            f"{fact.form.file} of '{capture.manifest.id}' can't be read: {error}",
            "see the file; if it is whole, the reader needs mending",
        ) from error


@dataclass(frozen=True, slots=True)
class Facts:
    """A capture, or a group of its facts, part way along a path."""

    source: FactSource
    path: str = ""
    """Key so far, brackets empty: ``tensor()``."""
    spelled: str = ""
    """The same as the author wrote it: ``tensor("scores")``."""
    argument: str = ""

    def __str__(self) -> str:
        name = self.source.capture.manifest.id
        return f"{name}.{self.spelled}" if self.spelled else name

    def attribute(self, name: str) -> Reading | Facts | str:
        """The fact or group ``name``. Raises NoFactError for one that nobody declared."""
        if not self.path and name in IDENTITY:
            return IDENTITY[name](self.source.capture)
        return self._step(
            f"{self.path}.{name}" if self.path else name,
            f"{self.spelled}.{name}" if self.spelled else name,
            self.argument,
            name,
        )

    def call(self, argument: str) -> Reading | Facts:
        """The same with ``argument`` in brackets. Raises NoFactError where none is taken."""
        return self._step(
            f"{self.path}()", f'{self.spelled}("{argument}")', argument, f'("{argument}")'
        )

    def _step(self, path: str, spelled: str, argument: str, name: str) -> Reading | Facts:
        if path in self.source.facts:
            return self.source.read(path, argument, spelled)
        if any(_under(key, path) for key in self.source.facts):
            return Facts(self.source, path, spelled, argument)
        if name.startswith("("):
            raise NoFactError(f"'{self.spelled}' takes no brackets", "remove them")
        raise NoFactError(f"{self} has no fact '{name}'", nearest(name, self.members()))

    def members(self) -> list[str]:
        """What may follow here, as it would be written."""
        start = f"{self.path}." if self.path else ""
        steps = {
            key[len(start) :].split(".")[0].replace("()", '("…")')
            for key in self.source.facts
            if key.startswith(start)
        }
        return sorted(steps | (set(IDENTITY) if not self.path else set()))

    def unfinished(self) -> str:
        """Advice for an expression that stops here."""
        if any(key.startswith(f"{self.path}()") for key in self.source.facts):
            return f'it takes a name: {self.spelled}("…")'
        return "go on with one of: " + ", ".join(self.members())


def _under(key: str, path: str) -> bool:
    return key.startswith((f"{path}.", f"{path}()"))


def _missing(capture: Capture, form: AnyForm) -> tuple[str, str]:
    manifest = capture.manifest
    if form is FORECAST:
        return (
            f"'{manifest.id}' has no forecast: {manifest.forecast}",
            "ask a capture of another target, or leave the forecast out",
        )
    if manifest.outcome == "refused":
        return (
            f"the compiler refused '{manifest.id}', so it has no {form.file}",
            "quote its refusal, or another capture",
        )
    if form in (PROFILE, RUN):
        return (
            f"'{manifest.id}' never ran, so it has no timeline",
            f'ask account("{manifest.variant}@{capture.chip}") or a capture that ran, …@….run',
        )
    return f"'{manifest.id}' has no {form.file}", f"make it again: {manifest.command}"
