"""Profiles as the page's template takes them: tables of their ops and runs, and drawn runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from xlagym.evidence.profile.device_ops import OpRow, over_chips
from xlagym.evidence.profile.module_runs import ModuleRuns
from xlagym.report.profiles import ProfileReading
from xlagym.report.timeline import Timeline, timelines
from xlagym.report.views import ModuleView

OPS = 400
"""Ops that are listed, those with the most self time."""
RUNS = 40
"""Rows of runs that are listed."""
_LIKE = 0.5
"""A profile's module is one that was given if this share of its ops is in it."""


@dataclass(frozen=True, slots=True)
class ShownOp:
    """A row of the table of ops. Times in picoseconds; None is not recorded."""

    name: str
    module: str
    category: str
    source: str
    href: str
    """Address of its line on the page; empty where no module that was given has it."""
    occurrences: int
    total: int
    own: int
    hidden: int | None
    exposed: int | None


@dataclass(frozen=True, slots=True)
class ShownRuns:
    """A row of the table of runs: medians, in picoseconds; None is not recorded."""

    module: str
    plane: str
    count: int
    median: int | None
    lower: int | None
    upper: int | None
    busy: int | None
    waiting: int | None
    exposed: int | None


@dataclass(frozen=True, slots=True, eq=False)
class ProfileView:
    """One profile on the page."""

    id: str
    reading: ProfileReading
    file: str
    device: str
    chips: int
    rows: list[ShownOp]
    rows_left: int
    runs: list[ShownRuns]
    runs_left: int
    timelines: list[Timeline]
    not_drawn: str
    matches: list[str]
    """Which of its modules were given, and which not, in words."""


def profile_view(id_: str, reading: ProfileReading, modules: Sequence[ModuleView]) -> ProfileView:
    """Make the view of a profile, its ops linked to the lines of the modules that have them."""
    merged = over_chips(reading.rows)
    homes, matches = _homes(merged, modules)
    labels = _labels(reading)
    drawn, not_drawn = timelines(reading)
    return ProfileView(
        id=id_,
        reading=reading,
        file=reading.shown(reading.file),
        device=reading.device or "A profile",
        chips=len({row.plane for row in reading.rows}),
        rows=[_op(reading, row, labels, homes.get(row.op.key[:2])) for row in merged[:OPS]],
        rows_left=max(0, len(merged) - OPS),
        runs=[_runs(each, labels) for each in reading.runs[:RUNS] if each.runs],
        runs_left=max(0, len(reading.runs) - RUNS),
        timelines=drawn,
        not_drawn=not_drawn,
        matches=matches,
    )


type _Program = tuple[int | None, str]


def _homes(
    rows: Sequence[OpRow], modules: Sequence[ModuleView]
) -> tuple[dict[_Program, ModuleView], list[str]]:
    """For each program of the profile the module that was given with most of its ops."""
    names: dict[_Program, set[str]] = {}
    for row in rows:
        names.setdefault((row.op.program_id, row.op.module), set()).add(row.op.name)
    homes: dict[_Program, ModuleView] = {}
    matches: list[str] = []
    unknown: dict[str, None] = {}
    for program, ops in names.items():
        named = [each for each in modules if each.reading.hlo and each.reading.name == program[1]]
        scored = [(_found(each, ops), each) for each in named]
        if not scored:
            unknown[program[1]] = None
            continue
        found, best = max(scored, key=lambda each: each[0])
        if found >= _LIKE * len(ops):
            homes[program] = best
            said = f"{found:,} of {len(ops):,} ops of {program[1]} are in the HLO given."
        else:
            said = (
                f"{program[1]} was given, and only {found:,} of the {len(ops):,} ops that ran are "
                "in it: it is of another compile."
            )
        matches.append(said)
    if unknown and modules:
        listed = ", ".join(list(unknown)[:6]) + (", …" if len(unknown) > 6 else "")
        matches.append(f"No HLO was given for {listed}.")
    return homes, matches


def _found(module: ModuleView, ops: set[str]) -> int:
    assert module.reading.hlo is not None
    known = {each.name for each in module.reading.hlo.instructions}
    return len(known & ops)


def _labels(reading: ProfileReading) -> dict[_Program, str]:
    """Names of programs; with the id where several have the same name."""
    programs = dict.fromkeys((each.program_id, each.module) for each in reading.runs)
    often = Counter(name for _, name in programs)
    return {
        (id_, name): reading.shown(f"{name} ({id_})" if often[name] > 1 else name)
        for id_, name in programs
    }


def _op(
    reading: ProfileReading,
    row: OpRow,
    labels: dict[_Program, str],
    home: ModuleView | None,
) -> ShownOp:
    return ShownOp(
        name=reading.shown(row.op.name),
        module=labels.get(row.op.key[:2], row.op.module),
        category=row.op.category or row.op.opcode,
        source=reading.shown(row.op.source.rpartition("/")[2]),
        href=_href(home, row.op.name),
        occurrences=row.occurrences,
        total=row.total_ps,
        own=row.self_ps,
        hidden=row.hidden_ps,
        exposed=row.exposed_ps,
    )


def _href(home: ModuleView | None, name: str) -> str:
    if home is None or home.reading.hlo is None or not home.panes:
        return ""
    try:
        return f"#{home.id}-hlo-{home.reading.hlo.instruction(name).line}"
    except KeyError:
        return ""


def _runs(each: ModuleRuns, labels: dict[_Program, str]) -> ShownRuns:
    envelope, busy = each.spread_of("envelope_ps"), each.spread_of("busy_ps")
    waiting, exposed = each.spread_of("waiting_ps"), each.spread_of("exposed_ps")
    return ShownRuns(
        module=labels[each.program_id, each.module],
        plane=each.plane,
        count=len(each.runs),
        median=envelope.median if envelope else None,
        lower=envelope.lower_quartile if envelope else None,
        upper=envelope.upper_quartile if envelope else None,
        busy=busy.median if busy else None,
        waiting=waiting.median if waiting else None,
        exposed=exposed.median if exposed else None,
    )
