"""From paths, or a function of anybody's, to a report: read, match, ask the readers, show."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.captures.forms import HLO, STABLEHLO
from xlagym.chips.names import chip_name
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.report.given.inputs import Inputs, read_inputs
from xlagym.report.given.matching import Matched, ModuleFiles, match
from xlagym.report.page.page import ReadFile, Report, render
from xlagym.report.read.counts import count
from xlagym.report.read.modules import GivenModule, read_module
from xlagym.report.read.profiles import ProfileReading, read_one
from xlagym.report.read.ran import mismatches
from xlagym.report.told.summary import summary
from xlagym.report.told.views import ModuleView, module_view

if TYPE_CHECKING:
    from typing import BinaryIO

    from xlagym.capturing.user_program.function import UserFunction
    from xlagym.report.page.page import ChipRow
    from xlagym.report.read.on_chips import OnChip
    from xlagym.report.told.profile_views import ProfileView

LISTED = 12
"""Modules whose texts are on the page, the largest; the others are counted."""


@dataclass(slots=True)
class AllRead:
    """Everything that was read."""

    inputs: Inputs
    matched: Matched
    modules: list[GivenModule]
    """Those of a compiled function, chip by chip, then those of files, the largest first."""
    profiles: list[ProfileReading]
    made: list[OnChip] = field(default_factory=list)
    """What chips' compilers made of a function."""

    @property
    def readable(self) -> list[GivenModule]:
        """The modules of which something could be read."""
        return [each for each in self.modules if each.has(HLO) or each.has(STABLEHLO)]

    @property
    def problems(self) -> list[Problem]:
        """What could not be read, matched or compiled."""
        return [
            *self.inputs.problems,
            *(problem for each in self.made for problem in each.problems),
            *(_refused(each) for each in self.made if each.refusal),
            *(_unmatched(file, why) for file, why in self.matched.unmatched),
            *(problem for module in self.modules for problem in module.problems),
            *_fatal(self.profiles),
            *mismatches(self.profiles, self.readable),
        ]


def _unmatched(file: str, why: str) -> Problem:
    return Problem(file, f"is left out: it {why}", "give it with what it belongs to", rule="match")


def _refused(made: OnChip) -> Problem:
    words = made.refusal.partition("\n")[0].rstrip(":")
    advice = "the page has all its words; try smaller shapes or tiles, or another chip"
    return Problem(made.chip, f"the compiler refused the program: {words}", advice, rule="chip")


def _fatal(profiles: Iterable[ProfileReading]) -> Iterable[Problem]:
    for each in profiles:
        for verdict in each.health if each.profile is None else ():
            yield Problem(each.file, verdict.message, verdict.advice, rule=verdict.fault.value)


def read_all(
    paths: Sequence[str], stdin: BinaryIO | None, functions: Sequence[UserFunction] = ()
) -> AllRead:
    """Read files, folders and standard input, and compile a function, named once for each chip.

    Raises ProblemError where nothing can be used, or the function is at fault.
    """
    inputs = read_inputs(paths, stdin)
    made = _compiled(functions) if functions else []
    matched = match(inputs)
    compiled = [each.reading for each in made if each.reading is not None]
    others = sorted((read_module(each) for each in matched.modules), key=_size, reverse=True)
    profiles = [read_one(each) for each in matched.profiles]
    modules = [*compiled, *others]
    carried = [_carried(each, modules) for each in profiles]
    modules += [module for found in carried for module in found]
    readings = AllRead(inputs, matched, modules, profiles, made)
    refused = any(each.refusal for each in made)
    if not readings.readable and not refused and all(each.profile is None for each in profiles):
        raise ProblemError(*readings.problems)
    return readings


def _compiled(functions: Sequence[UserFunction]) -> list[OnChip]:
    from xlagym.report.read.on_chips import compile_for_chips

    return compile_for_chips(functions)


def _carried(profile: ProfileReading, given: Sequence[GivenModule]) -> list[GivenModule]:
    """What a profile carries of the modules that it ran and that were not given."""
    from xlagym.report.read.carried import carried_modules

    found, profile.not_opened = carried_modules(profile, given)
    return [read_module(each) for each in found]


def _size(reading: GivenModule) -> int:
    return sum(1 for _ in reading.hlo.instructions) if reading.has(HLO) else 0


def json_report(readings: AllRead) -> str:
    """The report as JSON."""
    return summary([count(each) for each in readings.readable], readings.profiles)


def page_report(readings: AllRead) -> str:
    """The report as one HTML file."""
    modules = [
        module_view(f"m{at}", each, listed=at <= LISTED)
        for at, each in enumerate(readings.readable, 1)
    ]
    return render(
        Report(
            title=_title(readings),
            lede=_lede(readings),
            modules=modules,
            profiles=_profile_views(readings, modules),
            files=_read_files(readings),
            problems=readings.problems,
            chips=[each.chip for each in readings.made],
            chip_rows=_chip_rows(readings.made),
            refusals=[(each.chip, each.refusal) for each in readings.made if each.refusal],
        )
    )


def _profile_views(readings: AllRead, modules: Sequence[ModuleView]) -> list[ProfileView]:
    if not readings.profiles:
        return []
    from xlagym.report.told.profile_views import profile_view

    return [profile_view(f"p{at}", each, modules) for at, each in enumerate(readings.profiles, 1)]


def _chip_rows(made: Sequence[OnChip]) -> list[ChipRow]:
    if not made:
        return []
    from xlagym.report.read.chip_rows import chip_rows

    return chip_rows(made)


def _read_files(readings: AllRead) -> list[ReadFile]:
    """What each file was read as."""
    rows = []
    for module in (each.files for each in readings.modules):
        name = module.name or "a module without a name"
        where = f" on {chip_name(module.chip)}" if module.chip else ""
        for given in module.files:
            what = f"{given.form.name} of {name}{where}"
            rows.append(ReadFile(given.name, what, len(given.data)))
        if module.dumps and not module.chip:
            rows.append(_dumps(module))
    return [*rows, *(ReadFile(p.name, "profile", len(p.data)) for p in readings.matched.profiles)]


def _dumps(module: ModuleFiles) -> ReadFile:
    size = sum(path.stat().st_size for path in module.dumps)
    name = f"{module.dumps[0].parent}{os.sep}…"
    return ReadFile(name, f"{len(module.dumps):,} dumps of passes of {module.name}", size)


def _title(readings: AllRead) -> str:
    given = (each for each in readings.readable if not each.files.carried_by)
    names = list(dict.fromkeys(each.name for each in given))
    if not names:
        devices = dict.fromkeys(each.device for each in readings.profiles if each.device)
        return ", ".join(devices) or "Nothing compiled"
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _lede(readings: AllRead) -> str:
    if readings.made:
        chips = ", ".join(chip_name(each.chip) for each in readings.made)
        return f"Compiled here for {chips}: what each decided, and how."
    parts = []
    carried = sum(each.files.carried_by is not None for each in readings.readable)
    if modules := len(readings.readable) - carried:
        parts.append("one module" if modules == 1 else f"{modules} modules")
    if profiles := len(readings.profiles):
        ran = "the module" if carried == 1 else f"{carried} modules"
        inside = f", with the HLO of {ran} that ran" if carried else ""
        parts.append(("one profile" if profiles == 1 else f"{profiles} profiles") + inside)
    others = sum(readings.inputs.passed_over.values())
    told = f" Passed over: {others:,} files of the folder that are no evidence." if others else ""
    return f"Read from what was given: {' and '.join(parts)}.{told}"
