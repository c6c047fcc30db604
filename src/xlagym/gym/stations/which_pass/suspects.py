"""The passes that one may take for the one that made a change: each by a reading of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.evidence.passes.text_changes import PairedLine, name_of, opcode_of
from xlagym.gym.rounds.words import code, named
from xlagym.gym.stations.which_pass.words import Compile, summary, what_it_did

if TYPE_CHECKING:
    from xlagym.evidence.passes.steps import Step

EARLIER = "the pass that touches the same instruction earlier"
LATER = "the pass that touches the same instruction later"
BEFORE = "the pass that made the change before"
AFTER = "the pass that made the change after"
NAMED = ("the pass that an opcode of the diff names", "the pass that another opcode names")
ELSEWHERE = "a pass of the other backend's pipeline"
SIMPLIFIER = "the simplifier did it"
MOST = 5
"""Suspects of a round."""
_SIMPLIFIER = "algsimp"
_EVERYWHERE = {"parameter", "tuple", "get-tuple-element"}
"""Opcodes that name no pass that one would think of."""
_WORDS = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Suspect:
    """A pass that one may take for the right one."""

    name: str
    reading: str
    """The misreading that leads to it."""
    why: Markup
    """What it really is."""


def suspects(compiled: Compile, step: Step, others: Sequence[Compile]) -> list[Suspect]:
    """Passes that are not the one that made ``step``, each once, those nearest to it first.

    ``others`` are compiles of the same program for other backends.
    """
    assert step.run is not None, "nobody is sought for a step that no pass made"
    found: dict[str, Suspect] = {}
    for suspect in (
        *_same_instruction(compiled, step),
        *_neighbors(compiled, step),
        *_by_opcode(compiled, step),
        *_elsewhere(compiled, step, others),
        *_simplifier(compiled),
    ):
        if suspect.name != step.run.name:
            found.setdefault(suspect.name, suspect)
    return list(found.values())[:MOST]


def _same_instruction(compiled: Compile, step: Step) -> Iterator[Suspect]:
    """The nearest earlier and the nearest later pass that changes an instruction of the diff."""
    mine = _touched(step)
    earlier = reversed(compiled.steps[: step.place - 1])
    later = compiled.steps[step.place :]
    for steps, reading, when in ((earlier, EARLIER, "earlier"), (later, LATER, "later")):
        for other in steps:
            shared = mine & _touched(other)
            if not shared or not other.by_a_pass or _same_name(other, step):
                continue
            assert other.run is not None, "a pass made it"
            name = min(shared)
            yield Suspect(
                other.run.name,
                reading,
                Markup("it changes {}, too, but {}, at {}.").format(
                    named(name), when, compiled.at(other.run)
                ),
            )
            break


def _neighbors(compiled: Compile, step: Step) -> Iterator[Suspect]:
    for place, reading, word in (
        (step.place - 2, BEFORE, "before"),
        (step.place, AFTER, "after"),
    ):
        if not 0 <= place < len(compiled.steps):
            continue
        other = compiled.steps[place]
        if not other.by_a_pass or other.run is None:
            continue
        yield Suspect(
            other.run.name,
            reading,
            Markup("it made the change {} this one, at {}, which {}.").format(
                word, compiled.at(other.run), summary(other.changed)
            ),
        )


def _by_opcode(compiled: Compile, step: Step) -> Iterator[Suspect]:
    """Passes of this compile with an opcode of the changed lines in their names."""
    opcodes = Counter(opcode for row in step.changed if (opcode := opcode_of(row.text)))
    assert step.run is not None, "a pass made it"
    pipelines = {run.pipeline for run in compiled.capture.passes.passes}
    names = dict.fromkeys(run.name for run in compiled.capture.passes.passes)
    # Those that do change this module come to mind first.
    ranked = sorted(names.keys() - pipelines, key=lambda name: (not compiled.made_by(name), name))
    readings = iter(NAMED)
    for opcode, _ in opcodes.most_common():
        meant = [name for name in ranked if opcode in _WORDS.findall(name)]
        if opcode in _EVERYWHERE or not meant or step.run.name in meant:
            continue
        reading = next(readings, None)
        if reading is None:
            return
        yield Suspect(
            meant[0],
            reading,
            Markup("{} is in the diff, and in this name. But {}").format(
                code(opcode), _uncapitalized(what_it_did(compiled, meant[0]))
            ),
        )


def _elsewhere(compiled: Compile, step: Step, others: Sequence[Compile]) -> Iterator[Suspect]:
    """What makes the change most like this one on another backend, where no pass here is it."""
    here = {run.name for run in compiled.capture.passes.passes}
    mine = _profile(step.changed)
    for other in others:
        ranked = sorted((-_alike(mine, _profile(each.changed)), each.place) for each in other.steps)
        for alike, place in ranked:
            each = other.steps[place - 1]
            if not alike or each.run is None or not each.by_a_pass or each.run.name in here:
                continue
            yield Suspect(
                each.run.name,
                ELSEWHERE,
                Markup("it belongs to another backend: in {} it {}, at {}. {}").format(
                    code(other.capture.id),
                    summary(each.changed),
                    other.at(each.run),
                    what_it_did(compiled, each.run.name),
                ),
            )
            break


def _simplifier(compiled: Compile) -> Iterator[Suspect]:
    if compiled.runs(_SIMPLIFIER):
        yield Suspect(
            _SIMPLIFIER,
            SIMPLIFIER,
            Markup("it rewrites much, but not this. {}").format(what_it_did(compiled, _SIMPLIFIER)),
        )


def _touched(step: Step) -> set[str]:
    return {name for row in step.changed if (name := name_of(row.text))}


def _profile(rows: Sequence[PairedLine]) -> Counter[tuple[bool, str]]:
    return Counter(
        (row.old is None, opcode) for row in rows if row.changed and (opcode := opcode_of(row.text))
    )


def _alike(one: Counter[tuple[bool, str]], other: Counter[tuple[bool, str]]) -> float:
    """What share of two changes is the same opcodes come and gone, from 0 to 1."""
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def _same_name(one: Step, other: Step) -> bool:
    return one.run is not None and other.run is not None and one.run.name == other.run.name


def _uncapitalized(sentence: Markup) -> Markup:
    """A sentence as it goes on after ``But``: only a letter is lowered, never a tag."""
    return sentence if sentence.startswith("<") else Markup(sentence[:1].lower() + sentence[1:])
