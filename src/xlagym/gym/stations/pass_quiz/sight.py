"""What rounds of the pass quiz show and say of a pass: where it ran, and a change that it made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import PASS_LOG, PASSES
from xlagym.evidence.passes.text_changes import compare, hunks
from xlagym.evidence.text.lines import Lines
from xlagym.gym.rounds.changes import Changes
from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.links import capture_link, line_link, pass_link
from xlagym.gym.rounds.words import code, counted
from xlagym.gym.stations.pass_quiz.records import CPU, OLD, TPU, PassRun, Record, Records

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture

SHORT: Mapping[str, str] = {CPU: "CPU", OLD: "CPU, jax 0.4.38", TPU: "TPU v6e"}
"""Compilers, as a table names them."""
LONGEST = 30
"""Changed lines beyond which a diff is not shown."""


@dataclass(frozen=True, slots=True)
class Sight:
    """All compiles, to be looked at."""

    captures: Mapping[str, Capture]
    records: Records
    walks: Collection[str]
    """Ids of captures whose passes have a page to walk through."""

    def place(self, record: Record, ran: PassRun) -> Markup:
        """Where the first run stands, linked."""
        if record.capture in self.walks:
            return pass_link(record.capture, ran.line - 1)
        if record.compiler == TPU:
            return line_link(record.capture, PASSES, ran.line, f"pass {ran.line - 1}")
        return Markup("{} of the log").format(line_link(record.capture, PASS_LOG, ran.line))

    def shown_in(self, name: str, compiler: str) -> Record | None:
        """The compile to show a pass in: one that it changed, that has a walk, that is small."""
        ran = [each for each in self.records.by(compiler) if name in each.passes]
        changed = [each for each in ran if each.passes[name].changed]
        return min(
            changed or ran,
            key=lambda each: (each.capture not in self.walks, each.size),
            default=None,
        )


def where_it_ran(sight: Sight, name: str, compilers: Iterable[str]) -> Table:
    """A row for each of the compilers: for how many programs it ran, where, how often."""
    return Table(
        "Where it ran",
        ("compiler", "ran for", "changed", "one of them"),
        tuple(_row(sight, name, compiler) for compiler in compilers),
        "Programs that it ran for, and whose text it changed.",
    )


def _row(sight: Sight, name: str, compiler: str) -> tuple[Markup | str, ...]:
    records = sight.records.by(compiler)
    ran = [each for each in records if name in each.passes]
    changed = [each for each in ran if each.passes[name].changed]
    shown = sight.shown_in(name, compiler)
    if shown is None:
        return SHORT[compiler], f"0 of {len(records)}", "", ""
    here = shown.passes[name]
    example = Markup("{}: {}, first at {}").format(
        code(shown.capture.partition("@")[0]), counted(here.runs, "run"), sight.place(shown, here)
    )
    return SHORT[compiler], f"{len(ran)} of {len(records)}", str(len(changed)), example


def smallest_change(sight: Sight, name: str) -> Changes | None:
    """What it changed in the smallest program where it changed something; None for too much."""
    changing = [each for each in sight.records.all if name in each.passes]
    for record in sorted(changing, key=lambda each: (each.compiler == OLD, each.size)):
        for key in record.passes[name].changed:
            if (found := change_at(sight, name, record, key)) is not None:
                return found
    return None


def change_at(sight: Sight, name: str, record: Record, key: str) -> Changes | None:
    """What it changed at one step of a compile; None for too much."""
    texts = sight.captures[record.capture].passes.dumps
    keys = list(texts)
    before = keys[keys.index(key) - 1]
    rows = compare(Lines(texts[before]), Lines(texts[key]))
    if sum(row.changed for row in rows) > LONGEST:
        return None
    note = Markup("Two texts of {}, one pass apart.").format(capture_link(record.capture))
    return Changes(f"What {name} changed", record.capture, hunks(rows), note)
