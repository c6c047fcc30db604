"""A compile as steps: each change of the module's text, who made it, and who ran in between.

Only texts that differ make a step. A pass that says it changed the module and left the same text
makes none, nor does a pipeline that repeats what its inner passes did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from xlagym.evidence.passes.reader import Pass, Passes
from xlagym.evidence.passes.text_changes import PairedLine, compare
from xlagym.evidence.text.lines import Lines

START = "pipeline-start"
"""What the CPU's dumps say where a pipeline begins: not a pass."""


@dataclass(frozen=True, slots=True)
class Step:
    """From one text to the next."""

    place: int
    """1-based, among the steps."""
    run: Pass | None
    """Who made it; None where no pass says that it did."""
    before: str
    """Key of the text before it, in ``passes.txt``."""
    after: str
    rows: tuple[PairedLine, ...]
    """All lines of both texts."""
    changed: tuple[PairedLine, ...]
    """Those of them that only one of the texts has."""

    @property
    def come(self) -> int:
        """Lines that the text has now and had not."""
        return sum(row.old is None for row in self.changed)

    @property
    def gone(self) -> int:
        """Lines that the text had and has no more."""
        return sum(row.new is None for row in self.changed)

    @property
    def by_a_pass(self) -> bool:
        """Whether a pass made it, and not what lies between two pipelines."""
        return self.run is not None and self.run.name != START


def read_steps(passes: Passes) -> tuple[Step, ...]:
    """The steps of a compile, in order."""
    makers = makers_of(passes)
    texts = [(key, list(Lines(text))) for key, text in passes.dumps.items()]
    return tuple(
        _step(place, makers.get(key), old_key, key, compare(old, new))
        for place, ((old_key, old), (key, new)) in enumerate(pairwise(texts), start=1)
    )


def _step(
    place: int, run: Pass | None, before: str, after: str, rows: tuple[PairedLine, ...]
) -> Step:
    return Step(place, run, before, after, rows, tuple(row for row in rows if row.changed))


def makers_of(passes: Passes) -> dict[str, Pass]:
    """By the key of a text: the first pass that left it; a pipeline only where no pass did."""
    found: dict[str, Pass] = {}
    for run in passes.changing:
        found.setdefault(run.dump or "", run)
    for run in passes.passes:
        if run.changed and run.dump is not None:
            found.setdefault(run.dump, run)
    first = next(iter(passes.dumps), "")
    return {key: run for key, run in found.items() if key != first}


@dataclass(frozen=True, slots=True)
class IdlePasses:
    """Passes in a row that left the text as it was."""

    runs: tuple[Pass, ...]


def walk(passes: Passes, steps: tuple[Step, ...]) -> Iterator[Step | IdlePasses]:
    """All passes in order: those between two steps together, each step by itself.

    A step that no pass made stands where its text first appears: after the passes that left the
    one before it.
    """
    by_run = {step.run.index: step for step in steps if step.run is not None}
    waiting = list(steps)
    idle: list[Pass] = []
    for run in passes.passes:
        step = by_run.get(run.index)
        if step is None:
            idle.append(run)
            continue
        if idle:
            yield IdlePasses(tuple(idle))
            idle = []
        while waiting and waiting[0].place <= step.place:
            yield waiting.pop(0)
    if idle:
        yield IdlePasses(tuple(idle))
    yield from waiting
