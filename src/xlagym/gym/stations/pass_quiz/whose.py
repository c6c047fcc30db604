"""Rounds of the pass quiz: whose pipeline has a pass, today and by an older compiler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches

from markupsafe import Markup

from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Choice, Reveal, Round
from xlagym.gym.rounds.words import code, sentence
from xlagym.gym.stations.pass_quiz.records import CPU, OLD, TPU
from xlagym.gym.stations.pass_quiz.sight import Sight, smallest_change, where_it_ran

type Guesses = Iterator[tuple[str, frozenset[str], Markup]]
"""A misreading, whom it leads to, and what is really so."""

WHOSE = "Today, which backends run a pass named {}?"
OLDER = "On the CPU, over time: which compiler runs {}, today's or that of jax 0.4.38?"
_TEXTS = {
    frozenset((CPU,)): "the CPU alone",
    frozenset((TPU,)): "the TPU v6e alone",
    frozenset((CPU, TPU)): "both",
}
_ID = {frozenset((CPU,)): "cpu", frozenset((TPU,)): "tpu", frozenset((CPU, TPU)): "both"}
_AGES = {
    frozenset((CPU,)): ("new", "today's alone"),
    frozenset((OLD,)): ("old", "that of jax 0.4.38 alone"),
    frozenset((CPU, OLD)): ("both", "both"),
}
DUMPS = "a pass that isn't dumped isn't there"
CHANGED = "only where it changed something"
BEFORE = "as the CPU's compiler of jax 0.4.38 had it"
ALIKE = "a pass with a like name"
COMMON = "passes are common code, so everybody runs them"
ONE = "one record opened, the other not"
NEVER = "a compiler's passes stay as they are"
GROWS = "the newer compiler has gained it"
GONE = "the newer compiler has dropped it"


def whose_round(sight: Sight, name: str, id: str) -> tuple[Round, tuple[str, ...]]:
    """Who runs it, of today's two; and the captures that the answer tells of."""
    who = sight.records.who(name) & {CPU, TPU}
    return _round(sight, name, id, WHOSE, who, _whose_guesses(sight, name, who), _TEXTS)


def _whose_guesses(sight: Sight, name: str, who: frozenset[str]) -> Guesses:
    records = sight.records
    dumped = frozenset(
        each.compiler
        for each in records.all
        if (ran := each.passes.get(name)) and (each.compiler == TPU or ran.dumped)
    )
    changed = frozenset(
        each.compiler for each in records.all if (ran := each.passes.get(name)) and ran.changed
    )
    yield (
        DUMPS,
        dumped & {CPU, TPU},
        Markup("No dump of the CPU's compiler is named for it, but its log has it."),
    )
    yield (
        CHANGED,
        changed & {CPU, TPU},
        Markup("A pass that finds nothing to do has run all the same."),
    )
    if OLD in records.who(name) and CPU not in who:
        yield (
            BEFORE,
            who | {CPU},
            Markup("The CPU's compiler of jax 0.4.38 had it; today's hasn't."),
        )
    if CPU in who and TPU in who and OLD not in records.who(name):
        yield (
            BEFORE,
            frozenset((TPU,)),
            Markup("The CPU's compiler of jax 0.4.38 lacked it; today's has it."),
        )
    other = CPU if who == {TPU} else TPU
    if len(who) == 1:
        like = get_close_matches(name, records.names(other), n=1, cutoff=0.6)
        if like:
            yield (
                ALIKE,
                frozenset((other,)),
                Markup("{} runs {}, and its name only looks like this one.").format(
                    _name(other), code(like[0])
                ),
            )
        yield (
            COMMON,
            frozenset((CPU, TPU)),
            Markup("{} runs none of that name.").format(_name(other)),
        )
        yield ONE, frozenset((other,)), Markup("{} runs none of that name.").format(_name(other))
    else:
        for one, left in ((CPU, TPU), (TPU, CPU)):
            yield (
                ONE + f": {_short(one)}",
                frozenset((one,)),
                Markup("{} runs a pass of that name, too.").format(_name(left)),
            )


def older_round(sight: Sight, name: str, id: str) -> tuple[Round, tuple[str, ...]]:
    """Which of two CPU compilers runs it."""
    who = sight.records.who(name) & {CPU, OLD}
    texts = {key: text for key, (_, text) in _AGES.items()}
    return _round(sight, name, id, OLDER, who, _older_guesses(sight, name, who), texts)


def _older_guesses(sight: Sight, name: str, who: frozenset[str]) -> Guesses:
    changed = frozenset(
        each.compiler
        for each in sight.records.all
        if (ran := each.passes.get(name)) and ran.changed
    )
    yield (
        CHANGED,
        changed & {CPU, OLD},
        Markup("A pass that finds nothing to do has run all the same."),
    )
    both = frozenset((CPU, OLD))
    absent = next(iter(both - who), "")
    if absent:
        yield NEVER, both, Markup("{} runs none of that name.").format(_name(absent))
    if CPU not in who or OLD in who:
        yield (
            GROWS,
            frozenset((CPU,)),
            Markup("That of jax 0.4.38 ran it, too.")
            if CPU in who
            else Markup("Today's has lost it."),
        )
    yield (
        GONE,
        frozenset((OLD,)),
        Markup("Today's runs it.")
        if OLD in who
        else Markup("It is the other way around: today's runs it, and that of jax 0.4.38 did not."),
    )


def _round(
    sight: Sight,
    name: str,
    id: str,
    template: str,
    who: frozenset[str],
    guessed: Guesses,
    texts: dict[frozenset[str], str],
) -> tuple[Round, tuple[str, ...]]:
    ids = {key: f"by-{at}" for at, key in enumerate(texts, start=1)}
    guesses: dict[str, list[str]] = {}
    why: dict[str, Markup] = {ids[who]: Markup("{}.").format(texts[who])}
    names: dict[str, str] = {}
    for reading, picks, said in guessed:
        if picks == who or picks not in ids:
            continue
        guesses[reading] = [ids[picks]]
        if ids[picks] not in names:
            names[ids[picks]] = reading
            why[ids[picks]] = Markup("{}: {}").format(texts[picks], said)
    offered = [key for key in texts if ids[key] in why]
    compilers = tuple(each for each in (CPU, OLD, TPU) if any(each in key for key in texts))
    table = where_it_ran(sight, name, compilers)
    change = smallest_change(sight, name)
    asked = choice_round(
        Asked(
            id,
            template,
            Markup(template).format(code(name)),
            f"{name} {sorted(who)} {[str(cell) for row in table.rows for cell in row]}",
        ),
        [Choice(ids[key], Markup(texts[key])) for key in offered],
        [ids[who]],
        guesses,
        why,
        names,
        Reveal(
            answer=Markup("{}.").format(sentence(texts[who])),
            shows=_shows(sight, name, compilers),
            means=_means(sight),
            further=_further(sight, name, change is not None),
        ),
    )
    cited = tuple(
        shown.capture
        for compiler in compilers
        if (shown := sight.shown_in(name, compiler)) is not None
    )
    revealed = (table, change) if change is not None else (table,)
    return replace(asked, revealed=revealed), (*cited, *([change.capture] if change else []))


def _shows(sight: Sight, name: str, compilers: Sequence[str]) -> Markup:
    """Where its first run stands, by each of the compilers asked about."""
    said = []
    for compiler in compilers:
        shown = sight.shown_in(name, compiler)
        if shown is not None:
            said.append(
                Markup("{} runs it for {} at {}.").format(
                    _name(compiler),
                    code(shown.capture.partition("@")[0]),
                    sight.place(shown, shown.passes[name]),
                )
            )
        else:
            said.append(Markup("{} runs none of that name.").format(_name(compiler)))
    return Markup(" ").join(said)


def _means(sight: Sight) -> Markup:
    """That the records of all programs say the same, these and the others of the store."""
    count = len(sight.records.all)
    return Markup(
        "The records of the {} compiles here agree, and so do those of every other program that "
        "these compilers were given: which program it is makes no difference."
    ).format(count)


def _further(sight: Sight, name: str, shown: bool) -> Markup:
    changed = [
        each for each in sight.records.all if name in each.passes and each.passes[name].changed
    ]
    if not changed:
        return Markup(
            "It changed the text of no program here, so these dumps don't show what it does."
        )
    if shown:
        return Markup("What it did to a small program is shown below.")
    return Markup("Where it changed a text, it changed more lines than fit here.")


def _name(compiler: str) -> str:
    return {
        CPU: "The CPU's compiler",
        OLD: "The CPU's compiler of jax 0.4.38",
        TPU: "The TPU v6e's compiler",
    }[compiler]


def _short(compiler: str) -> str:
    return "the CPU's" if compiler == CPU else "the TPU's"
