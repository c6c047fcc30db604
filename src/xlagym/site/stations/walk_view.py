"""A compile pass by pass, as its template takes it; the same lists serve the page's script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from xlagym.captures.capture import Capture
from xlagym.evidence.passes.landmarks import landmarks
from xlagym.evidence.passes.reader import Pass, Passes
from xlagym.evidence.passes.steps import Step, walk
from xlagym.evidence.passes.text_changes import PairedLine, hunks
from xlagym.evidence.text.lines import Lines
from xlagym.keeping.kept import kept
from xlagym.site.show.changes import render_changes


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A change of the text."""

    id: str
    """Of the pass that made it, ``pass-71``; ``change-0074`` where none says that it did."""
    run: Pass | None
    come: int
    gone: int
    html: Markup


@dataclass(frozen=True, slots=True)
class QuietPass:
    """A pass that left the text as it was."""

    run: Pass
    pipeline: bool
    """Whether it is a pipeline, whose own passes are listed beside it."""

    @property
    def id(self) -> str:
        """``pass-48``."""
        return f"pass-{self.run.index}"


@dataclass(frozen=True, slots=True)
class ShownIdle:
    """Passes in a row that left the text as it was."""

    runs: tuple[QuietPass, ...]

    @property
    def only_said(self) -> bool:
        """Whether one of them says that it changed the module."""
        return any(each.run.changed for each in self.runs)


@dataclass(frozen=True, slots=True)
class ShownMark:
    """A step that people look for."""

    about: str
    id: str
    name: str
    """Of the instruction that shows it, ``%custom-call``; empty for none."""
    run: Pass | None


@dataclass(frozen=True, slots=True)
class Walk:
    """A compile as its page shows it."""

    first: Markup
    """The text before any pass."""
    parts: tuple[ShownStep | ShownIdle, ...]
    steps: int


@kept(held=False)
def read_walk(capture: Capture) -> Walk:
    """Everything that a compile's page shows of its passes."""
    record = capture.passes
    steps = capture.pass_steps
    key, text = next(iter(record.dumps.items()))
    rows = [PairedLine(line, number, number) for number, line in enumerate(Lines(text), start=1)]
    return Walk(
        first=render_changes([rows], f"text {key} of {capture.id}, before any pass"),
        parts=tuple(_parts(capture.id, record, steps)),
        steps=len(steps),
    )


@kept
def read_marks(capture: Capture) -> tuple[ShownMark, ...]:
    """The steps of a compile that people look for."""
    found = landmarks(capture.pass_steps)
    return tuple(
        ShownMark(
            each.about, step_id(each.step), f"%{each.name}" if each.name else "", each.step.run
        )
        for each in found
    )


def step_id(step: Step) -> str:
    """Its id on the page of its compile."""
    return f"change-{step.after}" if step.run is None else f"pass-{step.run.index}"


def _parts(id: str, record: Passes, steps: tuple[Step, ...]) -> Iterator[ShownStep | ShownIdle]:
    pipelines = {run.pipeline for run in record.passes}
    for part in walk(record, steps):
        if isinstance(part, Step):
            label = f"text {part.after} of {id}, against {part.before}"
            html = render_changes(hunks(part.rows), label)
            yield ShownStep(step_id(part), part.run, part.come, part.gone, html)
        else:
            yield ShownIdle(tuple(QuietPass(run, run.name in pipelines) for run in part.runs))
