"""Rounds of the pass quiz: did a pass change the module of a program, in one compile?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.links import capture_link
from xlagym.gym.rounds.round import Choice, Reveal, Round
from xlagym.gym.rounds.words import code, counted, listed, sentence
from xlagym.gym.stations.pass_quiz.records import CPU, TPU, PassRun, Record
from xlagym.gym.stations.pass_quiz.sight import Sight, change_at

QUESTION = "Did {} change the module of {} on the {}?"
YES, IDLE, ABSENT = "changed", "idle", "absent"
TEXTS = {YES: "it changed it", IDLE: "it ran and changed nothing", ABSENT: "it did not run"}
ELSEWHERE = "as on the other backend"
MOSTLY = "as for most programs"
WORKS = "a pass that is there finds something to do"
SKIPPED = "a pass without work is not run"
COMMON = "every backend runs every pass"
_BACKENDS = {CPU: "CPU", TPU: "TPU v6e"}


def state(record: Record, name: str) -> str:
    """What a pass did in a compile."""
    ran = record.passes.get(name)
    return ABSENT if ran is None else YES if ran.changed else IDLE


def pick_case(sight: Sight, name: str) -> Record | None:
    """The compile to ask about, so that all answers come up; None where its word is in doubt.

    A pass that says it changed a module whose text stayed is not asked about.
    """
    records = [
        each
        for each in sight.records.all
        if each.compiler in _BACKENDS
        and ((ran := each.passes.get(name)) is None or bool(ran.changed) == bool(ran.claims))
    ]
    by_state: dict[str, list[Record]] = {}
    for record in records:
        by_state.setdefault(state(record, name), []).append(record)
    if not by_state:
        return None
    turn = sum(map(ord, name))
    wanted = [YES, IDLE, YES, ABSENT][turn % 4]
    found = by_state.get(wanted) or by_state.get(YES) or by_state.get(IDLE) or records
    return found[turn % len(found)]


def changed_round(
    sight: Sight, name: str, record: Record, id: str
) -> tuple[Round, tuple[str, ...]]:
    """Did it change this program's module; and the captures that the answer tells of."""
    key = state(record, name)
    variant = record.capture.partition("@")[0]
    guesses: dict[str, list[str]] = {}
    why = {key: Markup("{}.").format(TEXTS[key])}
    names: dict[str, str] = {}
    for reading, pick, said in _guesses(sight, name, record):
        if pick == key:
            continue
        guesses[reading] = [pick]
        if pick not in names:
            names[pick] = reading
            why[pick] = Markup("{}: {}").format(TEXTS[pick], said)
    asked = choice_round(
        Asked(
            id,
            QUESTION,
            Markup(QUESTION).format(code(name), code(variant), _BACKENDS[record.compiler]),
            f"{record.capture} {name} {record.passes.get(name)}",
        ),
        [Choice(each, Markup(text)) for each, text in TEXTS.items() if each in why],
        [key],
        guesses,
        why,
        names,
        Reveal(
            answer=Markup("{}.").format(sentence(TEXTS[key])),
            shows=_shows(sight, name, record),
            means=_others(sight, name, record),
            further=Markup(""),
        ),
    )
    ran = record.passes.get(name)
    exhibit = change_at(sight, name, record, ran.changed[0]) if ran and ran.changed else None
    revealed = (exhibit,) if exhibit is not None else ()
    return replace(asked, revealed=revealed), (record.capture,)


def _guesses(sight: Sight, name: str, record: Record) -> Iterator[tuple[str, str, Markup]]:
    truth = _truth(sight, name, record)
    variant = record.capture.partition("@")[0]
    other = TPU if record.compiler == CPU else CPU
    twin = next(
        (each for each in sight.records.by(other) if each.capture.partition("@")[0] == variant),
        None,
    )
    if twin is not None:
        yield (
            ELSEWHERE,
            state(twin, name),
            Markup("That is so on the {}. {}").format(_BACKENDS[other], truth),
        )
    states = Counter(state(each, name) for each in sight.records.by(record.compiler))
    yield (
        MOSTLY,
        states.most_common(1)[0][0],
        Markup("That is so for most programs here. {}").format(truth),
    )
    yield WORKS, YES, truth
    yield SKIPPED, ABSENT, truth
    yield COMMON, IDLE, truth


def _truth(sight: Sight, name: str, record: Record) -> Markup:
    """What the record says, as a sentence."""
    ran = record.passes.get(name)
    if ran is None:
        return Markup("This compile's record has no pass of that name.")
    first = sight.place(record, ran)
    if not ran.changed:
        return Markup("It ran {}, and the text stayed as it was.").format(_often(ran, first))
    return Markup("It ran {}, and left {} that differ{} from the one before.").format(
        _often(ran, first),
        counted(len(ran.changed), "text"),
        "s" if len(ran.changed) == 1 else "",
    )


def _often(ran: PassRun, first: Markup) -> Markup:
    """``once, at pass 3`` or ``5 times, first at pass 3``."""
    if ran.runs == 1:
        return Markup("once, at {}").format(first)
    often = "twice" if ran.runs == 2 else f"{ran.runs} times"
    return Markup("{}, first at {}").format(often, first)


def _shows(sight: Sight, name: str, record: Record) -> Markup:
    return Markup("{} Read from {}.").format(
        _truth(sight, name, record), capture_link(record.capture)
    )


def _others(sight: Sight, name: str, record: Record) -> Markup:
    """How it fared elsewhere on the same backend."""
    records = sight.records.by(record.compiler)
    changed = [each for each in records if state(each, name) == YES]
    backend = _BACKENDS[record.compiler]
    if state(record, name) == ABSENT:
        return Markup("It ran for none of the {} on the {}.").format(
            counted(len(records), "program"), backend
        )
    if not changed:
        return Markup("It changed the text of none of the {} on the {}.").format(
            counted(len(records), "program"), backend
        )
    listed_ones = listed([code(each.capture.partition("@")[0]) for each in changed])
    return Markup("Of the {} on the {}, it changed the text of {}.").format(
        counted(len(records), "program"), backend, listed_ones
    )
