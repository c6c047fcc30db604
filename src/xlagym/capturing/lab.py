"""What the notebooks of ``labs/`` call: capture programs, look at them, pack them for the store.

A notebook never touches the device itself: each capture is made in a process of its own, which
gives the device back when it ends.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from xlagym.captures.capture import Capture
from xlagym.captures.health import remarks
from xlagym.captures.store import load_store
from xlagym.capturing.drift.lines import lines
from xlagym.capturing.filing.bundle import pack_captures
from xlagym.capturing.filing.progress import watching
from xlagym.capturing.filing.recapture import AT_A_TIME, recapture
from xlagym.capturing.job import RUNS, Job
from xlagym.capturing.programs.matrix import read_matrix
from xlagym.capturing.targets.device import fitting, kind_here
from xlagym.capturing.targets.targets import known_targets, runnable, target_named, target_of
from xlagym.evidence.reports.spread import Spread
from xlagym.inputs.problems import Problem, ProblemError

MADE = Path(".cache") / "labs"
"""Where labs put what they make, from the project's root: apart from the store."""
_WIDTH = 120
"""Columns of what a lab prints."""


class Lab:
    """One lab at work: the captures that it has made, by id."""

    def __init__(self, slug: str, project: Path | None = None, console: Console | None = None):
        """``slug`` is the notebook's name; the project is the checkout that it runs in."""
        self.slug = slug
        self.project = (project or _checkout()).resolve()
        # Plain text: what a notebook shows must also read well where it is saved as text.
        self.console = console or Console(
            highlight=False,
            soft_wrap=True,
            force_jupyter=False,
            force_terminal=False,
            width=_WIDTH,
        )
        self.folder = self.project / MADE / slug / "captures"
        self.captures: Mapping[str, Capture] = {}

    def device(self) -> str:
        """Say what this machine's accelerator is; return the target that runs on it."""
        with tempfile.TemporaryDirectory(prefix="xlagym-device-") as work:
            here = fitting(set(runnable()), Path(work))
            found = [name for name, why in here.items() if not why]
            target = next((name for name in found if name != "cpu.run"), "cpu.run")
            kind = kind_here(target_named(target), Path(work))
        self.console.print(f"this machine has {kind}: target {target}")
        return target

    def capture(self, programs: Sequence[str], target: str, runs: int = RUNS) -> None:
        """Capture each of ``programs`` (variants) on ``target``; raise ProblemError if one fails.

        What this lab captured before is gone: a bundle holds what one execution has made.
        """
        jobs = [self._job(program, target, runs) for program in programs]
        shutil.rmtree(self.folder.parent, ignore_errors=True)
        with watching(len(jobs), self.console) as watch:
            at_a_time = 1 if target_named(target).runs else AT_A_TIME
            results = recapture(jobs, self.folder, watch=watch, at_a_time=at_a_time)
        store, problems = load_store(self.folder)
        problems += [problem for result in results.failed for problem in result.problems]
        if problems:
            raise ProblemError(*problems)
        self.captures = store.captures

    def decisions(self, program: str) -> None:
        """Print what the compiler decided, a line each."""
        self._table(("decision", "what it was"), list(lines(self._of(program)).items()))

    def passes(self, program: str) -> None:
        """Print the passes that changed the module, in order, out of all that ran."""
        passes = self._of(program).passes
        rows = [
            (f"{each.index}", each.pipeline, each.name) for each in passes.passes if each.changed
        ]
        self._table(("pass", "pipeline", "name"), rows)
        self.console.print(f"{len(rows)} of {passes.total} passes changed the module")

    def appears(self, program: str, text: str) -> None:
        """Print the first pass after which ``text`` stands in the module."""
        for each in self._of(program).passes.passes:
            if each.dump is not None and text in self._of(program).passes.dumps[each.dump]:
                self.console.print(f"'{text}' first stands after {each.name}, in {each.pipeline}")
                return
        self.console.print(f"'{text}' stands after no pass")

    def timeline(self, program: str) -> None:
        """Print the ops of the runs, the longest self time first, and how far the runs differ."""
        capture = self._of(program)
        timeline, record = capture.timeline, capture.run_record
        rows = [
            (each.op.name, each.op.category or each.op.opcode, _microseconds(each.own))
            for each in timeline.ops
        ]
        self._table(("op", "kind", "self time of a run: median, quartiles"), rows)
        envelope = timeline.runs.spread_of("envelope_ps")
        self.console.print(f"a run on {record.device}: {_microseconds(envelope)}")
        self.console.print(f"{record.runs} runs after {record.warm_up} to warm up")
        for remark in remarks(capture):
            self.console.print(remark)

    def bandwidth(self, program: str) -> None:
        """Print the bytes that a run reads and writes over its time: the bandwidth achieved."""
        capture = self._of(program)
        module = capture.stablehlo
        moved = sum(array.bytes for array in (*module.arguments, *module.results))
        envelope = capture.timeline.runs.spread_of("envelope_ps")
        assert envelope is not None, "a timeline has at least one run"
        achieved = moved / envelope.median * 1_000  # Bytes a picosecond are TB/s.
        took = _microseconds(envelope)
        self.console.print(f"{moved:,} bytes in {took}: {achieved:,.1f} GB/s at the median")

    def pack(self) -> Path:
        """Write the captures into ``SLUG.zip`` in the current folder; on Colab, download it."""
        if not self.captures:
            raise ProblemError(
                Problem(self.slug, "nothing is captured yet", "run the cells above first")
            )
        folders = [capture.folder for capture in self.captures.values()]
        file = pack_captures(folders, Path.cwd() / f"{self.slug}.zip")
        self.console.print(f"{file.name}: {', '.join(self.captures)}")
        self.console.print(f"in your checkout: xlagym import {file.name}")
        _download(file)
        return file

    def _job(self, program: str, target: str, runs: int) -> Job:
        """The job of a variant, also on a target that the matrix doesn't name for it."""
        jobs = [job for job in read_matrix(self.project) if job.variant == program]
        if not jobs:
            raise ProblemError(
                Problem("labs/matrix.yml", f"no program is called '{program}'", "name one of it")
            )
        if target_of(target) is None:
            raise ProblemError(
                Problem(self.slug, f"there is no target '{target}'", f"name of {known_targets()}")
            )
        return Job(jobs[0].project, jobs[0].program, program, target, runs=runs)

    def _of(self, program: str) -> Capture:
        for capture in self.captures.values():
            if capture.manifest.variant == program:
                return capture
        raise ProblemError(
            Problem(self.slug, f"'{program}' is not captured", "run the cells above first")
        )

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = Table(*head, box=None, pad_edge=False)
        for row in rows:
            table.add_row(*row)
        self.console.print(table)


def _checkout() -> Path:
    """The checkout that holds the current folder."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "labs" / "matrix.yml").is_file():
            return folder
    raise ProblemError(
        Problem(
            str(here), "no checkout here or above", "run the first cell, or start in a checkout"
        )
    )


def _microseconds(spread: Spread | None) -> str:
    if spread is None:
        return "not recorded"
    median, lower, upper = (
        f"{value / 1e6:,.1f}"
        for value in (spread.median, spread.lower_quartile, spread.upper_quartile)
    )
    return f"{median} µs ({lower} to {upper})"


def _download(file: Path) -> None:
    """Offer the file to the browser where the notebook runs on Colab."""
    try:
        from google.colab import files  # type: ignore[import-untyped]
    except ImportError:
        return
    files.download(str(file))
