"""GYM·12, pass quiz: a pass by its name; who runs it, and did it change the module?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import capture_link
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station
from xlagym.gym.stations.pass_quiz.changed import changed_round, pick_case
from xlagym.gym.stations.pass_quiz.records import (
    COMPILERS,
    CPU,
    OLD,
    TPU,
    Records,
    compiler_of,
    names_elsewhere,
    read_record,
)
from xlagym.gym.stations.pass_quiz.sight import Sight
from xlagym.gym.stations.pass_quiz.whose import older_round, whose_round
from xlagym.inputs.problems import ProblemError
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "pass-quiz"
GROUP = "passes by name"
IN_A_ROOM = 10
"""Names of one room."""
_LIKE = 0.72
"""How alike a name of another compiler must be for a pass of one alone to be asked for."""
_ODD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class _CompilesReading:
    """What the station reads of all compiles."""

    rooms: tuple[tuple[Round, ...], ...]
    names: tuple[tuple[str, ...], ...]
    """The names of each room."""
    cited: tuple[tuple[str, ...], ...]
    """The captures that each room tells of."""
    withheld: int


def build(
    spec: Spec,
    store: Store,
    evaluate: Evaluate,  # noqa: ARG001
) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    missing = [id for id in spec.captures if id not in store.captures]
    if missing:
        advice = "capture it, or leave it out"
        raise ProblemError(
            *(spec.problem(f"there is no capture '{id}'", advice, "captures") for id in missing)
        )
    heard = {compiler_of(id) for id in spec.captures}
    if unheard := [f"'…@{each}'" for each in COMPILERS if each not in heard]:
        advice = "name captures of every compiler that is compared"
        raise ProblemError(
            *(spec.problem(f"there is no capture {each}", advice, "captures") for each in unheard)
        )
    captures = [store.get(id) for id in spec.captures]
    others = [
        capture
        for capture in store.captures.values()
        if compiler_of(capture.id) in COMPILERS
        and capture.id not in spec.captures
        and not capture.refused
    ]
    reading = _read(captures, others, spec.walks)
    table = _compiles(captures)
    rooms = tuple(
        _room(spec, store, table, names, rounds, cited)
        for names, rounds, cited in zip(reading.names, reading.rooms, reading.cited, strict=True)
    )
    return Station(spec, rooms, withheld=reading.withheld, groups=(GROUP,))


def _room(
    spec: Spec,
    store: Store,
    table: Table,
    names: Sequence[str],
    rounds: tuple[Round, ...],
    cited: tuple[str, ...],
) -> Room:
    capture = store.get(cited[0])
    slug = f"{slug_of(names[0])}-to-{slug_of(names[-1])}"
    return Room(
        capture=capture.id,
        variant=GROUP,
        target=capture.target,
        basis=capture.basis,
        title=f"{names[0]} to {names[-1]}",
        about="Names of passes, as the compilers themselves record them.",
        path=f"{spec.path}{slug}/",
        rounds=rounds,
        exhibits=(table,),
        captures=cited,
        label=f"{names[0]} … {names[-1]}",
    )


@kept
def _read(
    captures: Sequence[Capture], others: Sequence[Capture], walks: Sequence[str]
) -> _CompilesReading:
    records = Records(tuple(map(read_record, captures)))
    sight = Sight({capture.id: capture for capture in captures}, records, frozenset(walks))
    asked, withheld = _asked(records, names_elsewhere(others))
    rooms, cited = [], []
    chunks = _even(asked)
    for chunk in chunks:
        found = [each for deal in (_rounds, _older) for name in chunk for each in deal(sight, name)]
        rooms.append(tuple(each for each, _ in found))
        cited.append(tuple(dict.fromkeys(id for _, ids in found for id in ids)))
    return _CompilesReading(tuple(rooms), tuple(chunks), tuple(cited), withheld)


def _asked(
    records: Records, elsewhere: Mapping[str, Sequence[frozenset[str]]]
) -> tuple[list[str], int]:
    """The names to ask for, in order, and how many other programs' compiles contradict.

    Those of the TPU alone are many; asked for are those that changed something, or that are called
    much like a pass of the CPU's.
    """
    every = {name for compiler in COMPILERS for name in records.some(compiler)}
    agreed = {name for name in every if _agrees(records, elsewhere, name)}
    on_cpu = {name for name in agreed if records.who(name) & {CPU, OLD}}
    changing = {name for each in records.all for name, ran in each.passes.items() if ran.changed}
    alike = {name for name in agreed - on_cpu if get_close_matches(name, on_cpu, n=1, cutoff=_LIKE)}
    asked = on_cpu | alike | (agreed & changing)
    return sorted(asked, key=lambda name: (slug_of(name), name)), len(every - agreed)


def _agrees(records: Records, elsewhere: Mapping[str, Sequence[frozenset[str]]], name: str) -> bool:
    """Whether each compiler ran it for all programs or for none, of these and of the others."""
    for compiler in COMPILERS:
        here = [name in record.passes for record in records.by(compiler)]
        there = [name in names for names in elsewhere[compiler]]
        if len({*here, *there}) > 1 or not here or not there:
            return False
    return True


def _rounds(sight: Sight, name: str) -> Iterator[tuple[Round, tuple[str, ...]]]:
    slug = slug_of(name)
    if sight.records.who(name) & {CPU, TPU}:
        yield whose_round(sight, name, f"{slug}/{slug}-whose")
    if case := pick_case(sight, name):
        yield changed_round(sight, name, case, f"{slug}/{slug}-changed")


def _older(sight: Sight, name: str) -> Iterator[tuple[Round, tuple[str, ...]]]:
    """Asked after all others of a room, so that no answer before has just given it away.

    Only of passes that one of the two lacks, or that changed something.
    """
    slug = slug_of(name)
    who = sight.records.who(name) & {CPU, OLD}
    changed = any(
        (ran := each.passes.get(name)) and ran.changed
        for compiler in (CPU, OLD)
        for each in sight.records.by(compiler)
    )
    if who and (changed or len(who) == 1):
        yield older_round(sight, name, f"{slug}/{slug}-older")


def _even(names: Sequence[str]) -> list[tuple[str, ...]]:
    """``names`` in as many parts as rooms are needed, all of about the same length."""
    rooms = -(-len(names) // IN_A_ROOM)
    cuts = [len(names) * at // rooms for at in range(rooms + 1)] if names else []
    return [tuple(names[first:end]) for first, end in pairwise(cuts)]


def slug_of(name: str) -> str:
    """A name in small letters, digits and dashes."""
    return _ODD.sub("-", name.lower()).strip("-")


def _compiles(captures: Sequence[Capture]) -> Table:
    """What was compiled, by whom."""
    variants = dict.fromkeys(capture.manifest.variant for capture in captures)
    there = {capture.id for capture in captures}
    rows = tuple(
        (
            Markup("<code>{}</code>").format(variant),
            *(
                capture_link(f"{variant}@{compiler}", "passes")
                if f"{variant}@{compiler}" in there
                else "·"
                for compiler in (CPU, OLD, TPU)
            ),
        )
        for variant in variants
    )
    note = "What the compilers themselves record: the CPU's log of its passes, the TPU's metadata."
    jax = {compiler_of(capture.id): capture.manifest.jax for capture in captures}
    heads = (f"CPU, jax {jax[CPU]}", f"CPU, jax {jax[OLD]}", f"TPU v6e, jax {jax[TPU]}")
    return Table("The compiles", ("program", *heads), rows, note)
