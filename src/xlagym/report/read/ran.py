"""Which of the modules that were given a profile ran, told by name and by the ops themselves.

A name alone proves nothing: two compiles of one function share it. So the ops that ran are looked
for in the module, and where most are missing the two are of different compiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xlagym.captures.forms import HLO
from xlagym.inputs.problems import Problem
from xlagym.report.read.modules import GivenModule
from xlagym.report.read.profiles import ProfileReading

LIKE = 0.5
"""A module is what ran if it has this share of the ops that ran."""
_NAMED = 6
"""Names in one sentence at most."""

type Program = tuple[int | None, str]
"""Program id and module name, as a profile names what it ran."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a profile ran, of what was given."""

    homes: dict[Program, GivenModule]
    words: list[str]
    """Which of its modules were given, and which not."""


def what_ran(profile: ProfileReading, modules: Sequence[GivenModule]) -> Ran:
    """For each program of a profile the module with most of its ops, if it has enough of them."""
    homes: dict[Program, GivenModule] = {}
    words: list[str] = []
    unknown: dict[str, None] = {}
    carried = {each.files.carried_by: each for each in modules if each.files.carried_by}
    given = [each for each in modules if each.has(HLO) and not each.files.carried_by]
    for program, ops in _programs(profile).items():
        own = carried.get((profile.file, program[0] or 0))
        if own is not None:
            homes[program] = own
            continue
        scored = [(_found(each, ops), each) for each in given if each.name == program[1]]
        if not scored:
            unknown[program[1]] = None
            continue
        found, best = max(scored, key=lambda each: each[0])
        if found >= LIKE * len(ops):
            homes[program] = best
            words.append(f"{found:,} of {len(ops):,} ops of {program[1]} are in the HLO given.")
        else:
            words.append(
                f"{program[1]} was given, and only {found:,} of the {len(ops):,} ops that ran are "
                "in it: it is of another compile."
            )
    if carried:
        words.append("The HLO of what it ran is the profile's own, where nobody gave it.")
    if unknown and modules:
        words.append(f"No HLO was given for {_listed(list(unknown))}.")
    return Ran(homes, words)


def mismatches(profiles: Sequence[ProfileReading], modules: Sequence[GivenModule]) -> list[Problem]:
    """Profiles that ran none of the modules given, and modules that no profile ran."""
    readable = [each for each in profiles if each.rows]
    known = [each for each in modules if each.has(HLO) and not each.files.carried_by]
    if not readable or not known:
        return []
    ran = [what_ran(each, known) for each in readable]
    problems = [
        Problem(
            profile.file,
            f"ran {_listed(sorted({name for _, name in _programs(profile)}))}, and no HLO given "
            "has its ops",
            "give the optimized HLO of the same compile, or look at each by itself",
            rule="match",
        )
        for profile, found in zip(readable, ran, strict=True)
        if not found.homes
    ]
    matched = {id(home) for found in ran for home in found.homes.values()}
    idle = [each for each in known if id(each) not in matched]
    return [*problems, *_idle(idle)]


def _idle(modules: Sequence[GivenModule]) -> list[Problem]:
    """Modules that no profile ran: a few one by one, many together, as those of a dump are."""
    advice = "give a profile of the same compile, or look at each by itself"
    told = [(each.files.files[0].name, each.name) for each in modules]
    if len(told) > _NAMED:
        told = [(f"{len(told)} modules", _listed([name for _, name in told]))]
    return [
        Problem(file, f"{names} ran in no profile given", advice, rule="match")
        for file, names in told
    ]


def _programs(profile: ProfileReading) -> dict[Program, set[str]]:
    """The ops' names of each program."""
    names: dict[Program, set[str]] = {}
    for row in profile.rows:
        names.setdefault((row.op.program_id, row.op.module), set()).add(row.op.name)
    return names


def _found(module: GivenModule, ops: set[str]) -> int:
    return len({each.name for each in module.hlo.instructions} & ops)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
