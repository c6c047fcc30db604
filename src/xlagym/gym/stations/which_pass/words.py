"""What rounds about passes say of a pass and of a step, with links to where it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import PASSES
from xlagym.evidence.passes.steps import Step
from xlagym.evidence.passes.text_changes import PairedLine, name_of
from xlagym.gym.rounds.links import line_link, pass_link
from xlagym.gym.rounds.words import code, counted, listed, named

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.passes.reader import Pass

FEW = 4
"""Instructions that a sentence names; of more it gives the number."""


@dataclass(frozen=True, slots=True)
class Compile:
    """One compile and its steps."""

    capture: Capture
    steps: tuple[Step, ...]
    walks: Collection[str]
    """Ids of captures whose passes have a page to walk through."""

    @property
    def whole(self) -> bool:
        """Whether every pass is recorded, and not only those that the compiler dumped."""
        return self.capture.passes.source == "metadata"

    def runs(self, name: str) -> list[Pass]:
        """Every run of a pass of that name."""
        return [run for run in self.capture.passes.passes if run.name == name]

    def made_by(self, name: str) -> list[Step]:
        """The steps that a pass of that name made."""
        return [step for step in self.steps if step.run is not None and step.run.name == name]

    @property
    def noun(self) -> str:
        """What the record counts: passes, or dumps where it holds only those."""
        return "pass" if self.whole else "dump"

    def at(self, run: Pass) -> Markup:
        """``pass 71``, linked to where it can be looked at."""
        words = f"{self.noun} {run.index}"
        if self.capture.id in self.walks:
            return pass_link(self.capture.id, run.index, words)
        return line_link(self.capture.id, PASSES, run.index + 1, words)


def places(compiled: Compile, runs: Sequence[Pass]) -> Markup:
    """``at pass 71 and pass 93``; of many the first ones and how many more."""
    shown = [compiled.at(run) for run in runs[:FEW]]
    if len(runs) > FEW:
        shown = [*shown[:-1], Markup(counted(len(runs) - FEW + 1, "more place"))]
    return Markup("at {}").format(listed(shown))


def what_it_did(compiled: Compile, name: str) -> Markup:
    """What a pass of that name did in this compile, as a sentence."""
    steps = [step.run for step in compiled.made_by(name) if step.run is not None]
    if steps:
        return Markup("{} changed this module elsewhere, {}.").format(
            code(name), places(compiled, steps)
        )
    runs = compiled.runs(name)
    if not runs:
        known = "runs no pass of that name" if compiled.whole else "dumps no pass of that name"
        return Markup("This compile {}.").format(known)
    often = {1: "once", 2: "twice"}.get(len(runs), f"{len(runs)} times")
    verb = "ran" if compiled.whole else "is dumped"
    return Markup("{} {} {} here, {}, and left the text as it was.").format(
        code(name), verb, often, places(compiled, runs)
    )


def summary(rows: Sequence[PairedLine]) -> Markup:
    """What these changes did, as the end of a sentence: ``adds %a, drops %b and moves %c``."""
    gone = _texts(row for row in rows if row.new is None)
    come = _texts(row for row in rows if row.old is None)
    both = gone.keys() & come.keys()
    moved = {name for name in both if gone[name] == come[name]}
    done = {
        "adds": come.keys() - both,
        "drops": gone.keys() - both,
        "rewrites": both - moved,
        "moves": moved,
    }
    said = [
        Markup("{} {}").format(verb, _few(_names(rows, names)))
        for verb, names in done.items()
        if names
    ]
    others = sum(name_of(row.text) is None for row in rows)
    if others and not said:
        return Markup("changes {} outside of the instructions").format(counted(others, "line"))
    return listed(said)


def _texts(rows: Iterable[PairedLine]) -> dict[str, str]:
    """Lines by the instruction that they give."""
    return {name: row.text for row in rows if (name := name_of(row.text)) is not None}


def _names(rows: Sequence[PairedLine], wanted: Collection[str]) -> list[str]:
    """Those names in the order of the text."""
    found = (name_of(row.text) for row in rows)
    return list(dict.fromkeys(name for name in found if name in wanted and name is not None))


def _few(names: Sequence[str]) -> Markup:
    if len(names) > FEW:
        return Markup(counted(len(names), "instruction"))
    return listed([named(name) for name in names])
