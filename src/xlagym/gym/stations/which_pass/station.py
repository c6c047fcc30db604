"""GYM·14, which pass did it: a module before and after one pass; which pass was it?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.chips.names import chip_name
from xlagym.evidence.passes.steps import Step
from xlagym.evidence.passes.text_changes import hunks, opcode_of
from xlagym.gym.rounds.changes import Changes
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.links import capture_link
from xlagym.gym.rounds.round import Choice, Reveal, RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import code, counted, sentence
from xlagym.gym.stations.which_pass.suspects import Suspect, suspects
from xlagym.gym.stations.which_pass.words import Compile, summary
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "which-pass"
QUESTION = "Which pass made this change?"
LONGEST = 40
"""Changed lines beyond which a diff is no round."""
LEAST_SUSPECTS = 3
OFTEN = 2
"""Rounds of one pass in one room."""
_PUNCTUATION = re.compile(r"[-_ ]+")


@dataclass(frozen=True, slots=True)
class _CompileReading:
    """What the station reads of one compile."""

    rounds: tuple[Round, ...]
    withheld: int
    recorded: bool
    """Whether all passes that ran are known, and not only those that wrote a dump."""


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    withheld: dict[str, int] = {}
    make = partial(_room, spec, store, evaluate, withheld)
    rooms = gather(spec, spec.captures, make, "captures")
    groups = tuple(dict.fromkeys(room.variant for room in rooms))
    return Station(spec, rooms, withheld=sum(withheld.values()), groups=groups)


def _room(
    spec: Spec,
    store: Store,
    evaluate: Evaluate,
    withheld: dict[str, int],
    id: str,
) -> Room:
    capture = store.get(id)
    others = [
        store.get(other)
        for other in spec.captures
        if other != id and other.partition("@")[0] == capture.manifest.variant
    ]
    reading = _read(capture, others, spec.walks)
    if not reading.rounds:
        raise ValueError(f"no step of {id} makes a round")
    withheld[id] = reading.withheld
    variant, target = capture.manifest.variant, capture.target
    path = f"{spec.path}{variant}/{target}/"
    return Room(
        capture=id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=f"{variant} on {chip_name(target)}",
        about=f"{sentence(spec.programs[variant])}.",
        path=path,
        rounds=reading.rounds,
        captures=(id, *(other.id for other in others)),
        facts=_facts(capture, evaluate, path) if reading.recorded else (),
    )


def _facts(capture: Capture, evaluate: Evaluate, path: str) -> tuple[RoomFact, ...]:
    """How many passes ran, where all of them are recorded."""
    asked = {"passes ran": "c.passes.total", "say they changed it": "c.passes.changed"}
    return tuple(
        RoomFact(
            label,
            (
                evaluate(
                    f"{capture.id}/{expression.rpartition('.')[2]}",
                    expression,
                    let={"c": capture.id},
                    page=path,
                ),
            ),
            ("",),
        )
        for label, expression in asked.items()
    )


@kept
def _read(capture: Capture, others: Sequence[Capture], walks: Sequence[str]) -> _CompileReading:
    compiled, *elsewhere = (Compile(each, each.pass_steps, walks) for each in (capture, *others))
    doubted = _doubted([compiled, *elsewhere])
    rounds: list[Round] = []
    withheld = 0
    dealt = Counter[str]()
    for step in compiled.steps:
        if not step.by_a_pass or step.run is None or step.come + step.gone > LONGEST:
            continue
        name = step.run.name
        found = suspects(compiled, step, elsewhere)
        if len(found) < LEAST_SUSPECTS or dealt[name] == OFTEN:
            continue
        if name in doubted or _leaks(name, step) or not _only(compiled, step):
            withheld += 1
            continue
        dealt[name] += 1
        rounds.append(_round(compiled, step, found))
    recorded = capture.passes.source == "metadata"
    return _CompileReading(tuple(rounds), withheld, recorded)


def _doubted(compiles: Sequence[Compile]) -> set[str]:
    """Passes that say they changed the module where, more often than not, its text stayed."""
    claims, borne_out = Counter[str](), Counter[str]()
    for each in compiles:
        claims.update(run.name for run in each.capture.passes.passes if run.changed)
        borne_out.update(step.run.name for step in each.steps if step.run is not None)
    return {name for name, count in claims.items() if 2 * borne_out[name] < count}


def _leaks(name: str, step: Step) -> bool:
    """Whether the lines shown give the name away; an opcode of that name does not."""
    rows = [row for hunk in hunks(step.rows) for row in hunk]
    if name in {opcode_of(row.text) for row in rows}:
        return False
    words = _PUNCTUATION.sub(" ", " ".join(row.text for row in rows))
    return re.search(rf"\b{re.escape(_PUNCTUATION.sub(' ', name))}\b", words) is not None


def _only(compiled: Compile, step: Step) -> bool:
    """Whether no other step of this compile has the same diff."""
    same = (other.place for other in compiled.steps if other.changed == step.changed)
    return list(same) == [step.place]


def _round(compiled: Compile, step: Step, found: Sequence[Suspect]) -> Round:
    assert step.run is not None, "a round is a step that a pass made"
    capture, name = compiled.capture, step.run.name
    wrong = {suspect.name: suspect for suspect in found}
    ids = {each: f"pass-{at}" for at, each in enumerate(sorted([name, *wrong]), start=1)}
    evidence = " ".join(f"{row.old} {row.new} {row.text}" for row in step.changed)
    asked = choice_round(
        Asked(
            f"{capture.id}/step-{step.after}",
            QUESTION,
            Markup("{}").format(QUESTION),
            f"{capture.id} {step.after} {name} {evidence}",
        ),
        [Choice(id, code(each)) for each, id in ids.items()],
        [ids[name]],
        {each.reading: [ids[each.name]] for each in found},
        {
            ids[name]: Markup("{} made this change.").format(code(name)),
            **{
                ids[each.name]: Markup("{}: {}").format(code(each.name), each.why) for each in found
            },
        },
        {ids[each.name]: each.reading for each in found},
        _reveal(compiled, step),
    )
    return replace(asked, exhibits=(_exhibit(capture, step),))


def _exhibit(capture: Capture, step: Step) -> Changes:
    note = Markup("Two texts of {}, one pass apart: {} gone, {} new.").format(
        capture_link(capture.id), counted(step.gone, "line"), counted(step.come, "line")
    )
    return Changes("Before and after", capture.id, hunks(step.rows), note)


def _reveal(compiled: Compile, step: Step) -> Reveal:
    run = step.run
    assert run is not None, "a round is a step that a pass made"
    record = compiled.capture.passes
    shows = Markup("It is {} of {}, in the pipeline {}.").format(
        compiled.at(run), record.total, code(run.pipeline)
    )
    return Reveal(
        answer=Markup("{}.").format(code(run.name)),
        shows=shows,
        means=Markup("It {}. {}").format(summary(step.changed), _again(compiled, step)),
        further=Markup(" ").join(_onward(compiled, step)),
    )


def _again(compiled: Compile, step: Step) -> Markup:
    """How else the same pass fared in this compile."""
    assert step.run is not None, "a round is a step that a pass made"
    name = step.run.name
    runs = [run for run in compiled.runs(name) if run.index != step.run.index]
    if not runs:
        once = "It runs once in this compile." if compiled.whole else "It is dumped once."
        return Markup("{}").format(once)
    made = [each.run for each in compiled.made_by(name) if each.run and each.run != step.run]
    noun = "other run" if compiled.whole else "other dump"
    more = noun if len(runs) == 1 else counted(len(runs), noun)
    if not made:
        return Markup("Its {} changed nothing in the text.").format(more)
    if len(runs) == 1:
        return Markup("Its {} changed the text again.").format(more)
    if len(made) == len(runs):
        return Markup("Each of its {} changed the text again.").format(more)
    again = "one" if len(made) == 1 else len(made)
    return Markup("Of its {}, {} changed the text again.").format(more, again)


def _onward(compiled: Compile, step: Step) -> Iterator[Markup]:
    """What comes next."""
    following = compiled.steps[step.place :]
    if not following:
        yield Markup("No later pass changes the text.")
        return
    after = following[0]
    if after.run is None or not after.by_a_pass:
        yield Markup("The next change comes between two passes, and neither says that it made it.")
        return
    assert step.run is not None, "a round is a step that a pass made"
    yield Markup("The next change is by {}, at {}: it {}.").format(
        code(after.run.name), compiled.at(after.run), summary(after.changed)
    )
