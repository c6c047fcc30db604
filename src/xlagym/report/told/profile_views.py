"""Profiles as the page's template takes them: tables of their ops and runs, and drawn runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from xlagym.captures.forms import HLO
from xlagym.evidence.profile.ops.device_ops import OpRow, over_chips
from xlagym.evidence.profile.runs.module_runs import ModuleRuns
from xlagym.report.read.profiles import ProfileReading
from xlagym.report.read.ran import Program, what_ran
from xlagym.report.read.timeline import MedianRun, timelines
from xlagym.report.told.views import ModuleView

OPS = 400
"""Ops that are listed, those with the most self time."""
RUNS = 40
"""Rows of runs that are listed."""


@dataclass(frozen=True, slots=True)
class OpTableRow:
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
    rows: list[OpTableRow]
    rows_left: int
    runs: list[ShownRuns]
    runs_left: int
    timelines: list[MedianRun]
    not_drawn: str
    matches: list[str]
    """Which of its modules were given, and which not, in words."""


def profile_view(id_: str, reading: ProfileReading, modules: Sequence[ModuleView]) -> ProfileView:
    """Make the view of a profile, its ops linked to the lines of the modules that have them."""
    merged = over_chips(reading.rows)
    ran = what_ran(reading, [each.reading for each in modules])
    views = {id(each.reading): each for each in modules}
    homes = {program: views[id(home)] for program, home in ran.homes.items()}
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
        matches=ran.words,
    )


def _labels(reading: ProfileReading) -> dict[Program, str]:
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
    labels: dict[Program, str],
    home: ModuleView | None,
) -> OpTableRow:
    return OpTableRow(
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
    if home is None or not home.reading.has(HLO) or not home.panes:
        return ""
    try:
        return f"#{home.id}-{HLO.line_id(home.reading.hlo.instruction(name).line)}"
    except KeyError:
        return ""


def _runs(each: ModuleRuns, labels: dict[Program, str]) -> ShownRuns:
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
