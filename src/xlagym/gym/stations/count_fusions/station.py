"""GYM·13, count the fusions: a program and a backend; how many fusions will it launch?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO, PROGRAM, STABLEHLO
from xlagym.chips.names import chip_name
from xlagym.evidence.hlo.fusions import kernels, launched, library, nested
from xlagym.evidence.hlo.opcodes import NAMES
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import Excerpt, Table, whole
from xlagym.gym.rounds.links import capture_link, line_link
from xlagym.gym.rounds.round import Reveal, RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import code, counted, listed, named, sentence
from xlagym.gym.rounds.wrong import misread
from xlagym.gym.stations.count_fusions.misreadings import WRONG, Counting
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.evidence.hlo.reader import Instruction, Module
    from xlagym.gym.rounds.round import Round
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "count-fusions"
QUESTION = "How many fusions will this program launch on {}?"


@dataclass(frozen=True, slots=True)
class _TwoBackends:
    """What the station reads of a program on two backends."""

    asked: Round
    exhibits: tuple[Excerpt, ...]
    revealed: tuple[Table, ...]


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    make = partial(_room, spec, store, evaluate)
    rooms = gather(spec, product(spec.programs, spec.targets), lambda pair: make(*pair), "programs")
    return Station(spec, rooms, withheld=0, groups=tuple(spec.programs))


def _room(
    spec: Spec,
    store: Store,
    evaluate: Evaluate,
    variant: str,
    target: str,
) -> Room:
    capture = store.get(f"{variant}@{target}")
    others = [store.get(f"{variant}@{other}") for other in spec.targets if other != target]
    reading = _read(capture, others)
    path = f"{spec.path}{variant}/{target}/"
    number = evaluate(f"{capture.id}/launched", "c.hlo.launched", let={"c": capture.id}, page=path)
    inside = evaluate(f"{capture.id}/nested", "c.hlo.nested", let={"c": capture.id}, page=path)
    return Room(
        capture=capture.id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=f"{variant} on {chip_name(target)}",
        about=f"{sentence(spec.programs[variant])}.",
        path=path,
        exhibits=reading.exhibits,
        rounds=(
            replace(
                reading.asked,
                revealed=reading.revealed,
                figures=(
                    RoomFact("launched", (number,), ("",)),
                    RoomFact("nested inside them", (inside,), ("",)),
                ),
            ),
        ),
    )


@kept
def _read(capture: Capture, others: list[Capture]) -> _TwoBackends:
    asked = _round(capture, others)
    if asked is None:
        raise ValueError(f"no misreading of {capture.id} comes to another count of fusions")
    return _TwoBackends(
        asked,
        exhibits=(
            whole(capture, PROGRAM, "Python"),
            whole(capture, STABLEHLO, "StableHLO, what XLA received"),
        ),
        revealed=(_holds(capture),) if launched(capture.hlo) else (),
    )


def _round(capture: Capture, others: list[Capture]) -> Round | None:
    module, chip = capture.hlo, chip_name(capture.target)
    fusions = launched(module)
    key = Guess(
        len(fusions), Markup("what the entry launches, and the loops and calls that it runs.")
    )
    return amount_round(
        Asked(
            f"{capture.id}/launched",
            QUESTION,
            Markup(QUESTION).format(chip),
            f"{capture.id} {len(fusions)} {len(nested(module))}",
        ),
        key,
        {name: Guess(value, why) for name, value, why in misread(WRONG, Counting(capture, others))},
        str,
        Reveal(
            answer=Markup("{}.").format(counted(len(fusions), "fusion")),
            shows=_shows(capture, fusions),
            means=_means(module, fusions),
            further=Markup(" ").join(_elsewhere(other, len(fusions)) for other in others),
        ),
        least=2,
    )


def _shows(capture: Capture, fusions: list[Instruction]) -> Markup:
    if not fusions:
        entry = capture.hlo.entry
        return Markup("The entry begins at {}: no line in it says {}.").format(
            line_link(capture.id, HLO, entry.line), code("fusion(")
        )
    links = [line_link(capture.id, HLO, each.line, named(each.name)) for each in fusions]
    return Markup("{} {}.").format("It is" if len(links) == 1 else "They are", listed(links))


def _means(module: Module, fusions: list[Instruction]) -> Markup:
    said = []
    if inside := nested(module):
        said.append(
            Markup(
                "{} more {} nested inside them: the backend fused in steps, and only the "
                "outermost is launched."
            ).format(len(inside), "is" if len(inside) == 1 else "are")
        )
    if calls := [each for each in fusions if library(each)]:
        said.append(
            Markup(
                "{} into a library, {}: the fusion only marks what is handed to that library."
            ).format(_calls(len(calls), len(fusions)), code(library(calls[0])))
        )
    if found := kernels(module):
        said.append(
            Markup("{} {} beside them: a custom call, not a fusion.").format(
                listed([named(each.name) for each in found]), "runs" if len(found) == 1 else "run"
            )
        )
    if said:
        return Markup(" ").join(said)
    if not fusions:
        return Markup("Its ops run one by one, unfused.")
    return Markup("It holds no other." if len(fusions) == 1 else "None of them holds another.")


def _calls(count: int, of: int) -> str:
    if of == 1:
        return "It is a call"
    return f"{count} of them {'is a call' if count == 1 else 'are calls'}"


def _elsewhere(other: Capture, here: int) -> Markup:
    count = len(launched(other.hlo))
    if count == here:
        return Markup("{} launches as many in {}.").format(
            chip_name(other.target), capture_link(other.id, "its own module")
        )
    return Markup("{} launches {}: {} is fused in another way.").format(
        chip_name(other.target), count, capture_link(other.id, "its module")
    )


def _holds(capture: Capture) -> Table:
    """What each launched fusion holds."""
    module = capture.hlo
    rows = []
    for each in launched(module):
        inside = [
            inner
            for name in each.calls
            if name in module.computations
            for inner in module.computations[name].instructions
        ]
        work = [inner.opcode for inner in inside if inner.opcode not in NAMES]
        rows.append(
            (
                line_link(capture.id, HLO, each.line, named(each.name)),
                code(each.fusion_kind or "?"),
                Markup("a call into {}").format(code(library(each)))
                if library(each)
                else _tally(work),
            )
        )
    return Table("What each of them holds", ("fusion", "kind", "holds"), tuple(rows))


def _tally(opcodes: list[str]) -> Markup:
    counts = {name: opcodes.count(name) for name in dict.fromkeys(opcodes)}
    return listed(
        [
            code(name) if count == 1 else Markup("{} {}").format(count, code(name))
            for name, count in counts.items()
        ]
    )
