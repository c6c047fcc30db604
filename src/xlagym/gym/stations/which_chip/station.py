"""GYM·16, which chip: what one chip's compiler decided for a program; which was it?

A round is asked only where the table that it shows is that chip's alone. What the cost and memory
analyses say stands beside it, and has to single out the same capture.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.generations import on_every_chip
from xlagym.chips.names import chip_name, in_words, short_name
from xlagym.chips.table import generations, with_memory
from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.round import Choice, Reveal, RoomFact, Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import code, listed, sentence
from xlagym.gym.stations.which_chip.misreadings import lead
from xlagym.gym.stations.which_chip.rows import Accounts, Seen, see
from xlagym.gym.stations.which_chip.words import (
    LABELS,
    TELLING,
    contrast,
    held,
    lines,
    link,
    says,
    short,
)
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate
    from xlagym.numbers.number import Number

KIND = "which-chip"
QUESTION = "Which chip was this module of {} made for?"
_HARDWARE = (
    ("VMEM of a core", "vmem_per_core", "MiB"),
    ("HBM of a chip", "hbm_capacity", "GB"),
)
_COMMON = ("CMEM", "cmem_capacity", "MB")


@dataclass(frozen=True, slots=True)
class _ChipsReading:
    """What the station reads of a program on all chips."""

    rounds: tuple[Round, ...]
    withheld: int
    elsewhere: Table
    """What each chip decided for it, as other rooms show it."""
    kinds: int
    """In how many ways the chips decided."""


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a chip's capture is missing."""
    everywhere = on_every_chip(store)
    facts = _hardware(spec, evaluate)
    vmem = dict(zip(generations(), facts[0].numbers, strict=True))
    smallest = min(vmem, key=lambda chip: float(vmem[chip].value))
    known = {name: everywhere[name] for name in spec.programs if name in everywhere}
    readings = {name: _read(name, captures, smallest) for name, captures in known.items()}
    make = partial(_room, spec, known, readings, facts)
    rooms = gather(spec, spec.programs, make, "programs")
    withheld = sum(reading.withheld for reading in readings.values())
    return Station(spec, rooms, withheld=withheld, groups=tuple(spec.programs))


def _constant(spec: Spec, evaluate: Evaluate, chip: str, name: str, show: str) -> Number:
    return evaluate(f"{chip}/{name}", f'chip("{chip}").{name}', let={}, page=spec.path, show=show)


def _hardware(spec: Spec, evaluate: Evaluate) -> tuple[RoomFact, ...]:
    """What is published of the chips' memories."""
    chips = generations()
    words = tuple(short_name(chip) for chip in chips)
    found = [
        RoomFact(label, tuple(_constant(spec, evaluate, chip, name, unit) for chip in chips), words)
        for label, name, unit in _HARDWARE
    ]
    label, name, unit = _COMMON
    having = with_memory(label)
    alone = " alone" if len(having) == 1 else ""
    common = tuple(_constant(spec, evaluate, chip.name, name, unit) for chip in having)
    return (*found, RoomFact(label, common, tuple(f"{chip.short}{alone}" for chip in having)))


def _room(
    spec: Spec,
    known: Mapping[str, tuple[Capture, ...]],
    readings: Mapping[str, _ChipsReading],
    facts: tuple[RoomFact, ...],
    variant: str,
) -> Room:
    if variant not in known:
        raise ValueError(f"'{variant}' is not in the store for all of {', '.join(generations())}")
    if not readings[variant].rounds:
        raise ValueError(f"no two chips differ in what they decided for '{variant}'")
    captures = known[variant]
    others = [name for name in known if name != variant]
    other = max(others, key=lambda name: readings[name].kinds)
    return Room(
        capture=captures[0].id,
        variant=variant,
        target=captures[0].target,
        basis=captures[0].basis,
        title=variant,
        about=Markup("{}, compiled for {} generations of TPU by one toolchain.").format(
            sentence(spec.programs[variant]), in_words(len(captures))
        ),
        path=f"{spec.path}{variant}/",
        rounds=readings[variant].rounds,
        exhibits=(readings[other].elsewhere,),
        captures=tuple(each.id for each in (*captures, *known[other])),
        facts=facts,
    )


@kept
def _read(variant: str, captures: Sequence[Capture], smallest: str) -> _ChipsReading:
    all = [see(capture) for capture in captures]
    single = [each for each in all if sum(other.rows == each.rows for other in all) == 1]
    told = [each for each in single if sum(other.accounts == each.accounts for other in all) == 1]
    rounds = [_round(variant, each, all, smallest) for each in told]
    asked = [each for each in rounds if each is not None]
    # By a hash that says nothing, so that the order of the generations gives nothing away.
    asked.sort(key=lambda each: each.name)
    ways = {tuple(each.decided[name].compared for name in TELLING) for each in all}
    return _ChipsReading(
        tuple(asked), len(single) - len(asked), _elsewhere(variant, all), len(ways)
    )


def _round(variant: str, key: Seen, all: Sequence[Seen], smallest: str) -> Round | None:
    leads = lead(key, all, smallest)
    if not leads:
        return None
    names: dict[str, str] = {}
    reasons: dict[str, Markup] = {}
    for name, (target, reason) in leads.items():
        names.setdefault(target, name)
        reasons.setdefault(target, reason)
    name = hashlib.sha256(key.id.encode()).hexdigest()[:6]
    asked = choice_round(
        Asked(
            f"{variant}/module-{name}",
            QUESTION,
            Markup(QUESTION).format(code(variant)),
            " ".join([key.target, *(str(row) for row in key.rows)]),
        ),
        [Choice(each.target, Markup(chip_name(each.target))) for each in all],
        [key.target],
        {name: [target] for name, (target, _) in leads.items()},
        {
            each.target: Markup("{}. {}").format(chip_name(key.target), _alone(key, all))
            if each is key
            else Markup("{}{}").format(
                Markup("{} ").format(reasons[each.target]) if each.target in reasons else "",
                sentence(contrast(key, each)),
            )
            for each in all
        },
        names,
        _reveal(variant, key, all),
    )
    return replace(asked, exhibits=(_table(key), _accounts(key.accounts)))


def _alone(key: Seen, all: Sequence[Seen]) -> Markup:
    names = _own(key, all)
    if not names:
        return Markup("No single decision is its own, but no other chip has this whole table.")
    return Markup("Of the {}, it alone {}.").format(
        in_words(len(all)), listed([says(key, name) for name in names[:3]])
    )


def _own(key: Seen, all: Sequence[Seen]) -> list[str]:
    """Decisions that no other chip made this way."""
    return [
        name
        for name in TELLING
        if sum(other.decided[name].compared == key.decided[name].compared for other in all) == 1
    ]


def _reveal(variant: str, key: Seen, all: Sequence[Seen]) -> Reveal:
    own = _own(key, all)
    shown = list(lines(key, own[0])) if own else []
    told = Markup(" See {}.").format(listed(shown)) if shown else Markup("")
    side = Markup('<a href="/chips/{}/">All {} chips side by side</a>.').format(
        variant, in_words(len(all))
    )
    return Reveal(
        answer=Markup("{}.").format(chip_name(key.target)),
        shows=Markup("This is {}.{}").format(link(key), told),
        means=_alone(key, all),
        further=Markup(" ").join([*_alike(all), side]),
    )


def _alike(all: Sequence[Seen]) -> Iterator[Markup]:
    """Chips that can't be told apart by this table, said of each group of them."""
    for rows in dict.fromkeys(each.rows for each in all):
        group = [Markup(chip_name(each.target)) for each in all if each.rows == rows]
        if len(group) > 1:
            yield Markup("For {} this table is the same, so no round asks for them.").format(
                listed(group)
            )


def _table(key: Seen) -> Table:
    rows = tuple(
        (str(at), code(row.does), code(row.makes), held(row))
        for at, row in enumerate(key.rows, start=1)
    )
    return Table(
        "What runs, in order",
        ("", "instruction", "what it makes", "what it holds"),
        rows,
        "From one optimized module: every instruction that runs, except those that only name a "
        "value. The header, names, metadata and configuration are left out.",
    )


def _accounts(accounts: Accounts) -> Table:
    return Table(
        "What its analyses count",
        ("bytes accessed", "FLOPs", "temporary bytes", "bytes of code"),
        (
            (
                _figure(accounts.bytes_accessed),
                _figure(accounts.flops),
                _figure(accounts.temp_bytes),
                _figure(accounts.code_bytes),
            ),
        ),
        "From the cost analysis and the memory analysis of the same module.",
    )


def _figure(value: float | None) -> str:
    return "not given" if value is None else f"{value:,.0f}"


def _elsewhere(variant: str, all: Sequence[Seen]) -> Table:
    rows = [(LABELS[name], *(short(each.decided[name]) for each in all)) for name in TELLING]
    rows += [
        ("bytes accessed", *(_figure(each.accounts.bytes_accessed) for each in all)),
        ("FLOPs", *(_figure(each.accounts.flops) for each in all)),
        ("temporary bytes", *(_figure(each.accounts.temp_bytes) for each in all)),
        ("bytes of code", *(_figure(each.accounts.code_bytes) for each in all)),
    ]
    return Table(
        f"What each chip decided for another program, {variant}",
        ("", *(chip_name(each.target) for each in all)),
        tuple(rows),
        Markup('From <a href="/chips/{}/">{} captures of {}</a>.').format(
            variant, in_words(len(all)), code(variant)
        ),
    )
