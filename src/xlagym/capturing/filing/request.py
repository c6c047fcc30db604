"""What ``xlagym capture`` does: choose from the matrix, make what is missing, say how it went."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlagym.captures.staleness import stale
from xlagym.captures.store import load_capture
from xlagym.capturing.compile.toolchain import prepare
from xlagym.capturing.filing.progress import watching
from xlagym.capturing.filing.recapture import AT_A_TIME, Results, recapture
from xlagym.capturing.job import RUNS, Job
from xlagym.capturing.programs.choose import chosen
from xlagym.capturing.programs.matrix import read_matrix, select
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError, printable

STORE = "captures"
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


@dataclass(frozen=True, slots=True)
class CaptureRequest:
    """What was asked for on the command line."""

    ids: tuple[str, ...] = ()
    """Ids or patterns such as ``*@tpu-v6e``; empty for the whole matrix."""
    replace: bool = False
    dry_run: bool = False
    list_only: bool = False
    trace: bool = False
    """Run programs on this machine's device, instead of compiling them alone."""
    runs: int = RUNS
    """Runs to record of each."""


def capture_all(request: CaptureRequest, project: Path, console: Console) -> int:
    """Make what ``request`` names and the project's store lacks; return the exit status.

    0: all is there. 1: a capture failed (the others are kept). 2: an id that the matrix lacks, or a
    matrix that can't be read.
    """
    project = project.resolve()
    store = project / STORE
    try:
        jobs = select(read_matrix(project), request.ids)
        if request.list_only:
            console.print(_listing(jobs, project))
            return 0
        jobs, elsewhere = chosen(jobs, request.ids, request.trace, request.runs)
    except ProblemError as error:
        _print_problems(error, console)
        return 2
    for id, why in elsewhere.items():
        console.print(f"left out {id}: {why}", highlight=False, markup=False, soft_wrap=True)
    wanted = [job for job in jobs if request.replace or not _place(job, store).exists()]
    if request.dry_run:
        for job in wanted:
            console.print(f"would make {job.id} from {job.source_file}", highlight=False)
    if not wanted:
        console.print(
            f"nothing to make: the store has {_counted(len(jobs))}; --replace makes it again"
            if jobs
            else "nothing to make: the matrix names nothing that this machine can run",
            highlight=False,
        )
    if request.dry_run or not wanted:
        return 0
    lacking = toolchain_problem(wanted)
    if lacking is not None:
        _print_problems(ProblemError(lacking), console)
        return 1
    try:
        prepare(wanted, lambda words: console.print(words, highlight=False, markup=False))
    except ProblemError as error:
        _print_problems(error, console)
        return 1
    try:
        with watching(len(wanted), console) as watch:
            results = recapture(
                wanted,
                store,
                replace=request.replace,
                watch=watch,
                at_a_time=1 if request.trace else AT_A_TIME,
            )
    except KeyboardInterrupt:
        console.print("stopped; the store holds what was finished", highlight=False)
        return INTERRUPTED
    return _report(results, console)


def _report(results: Results, console: Console) -> int:
    for result in results.failed:
        console.print(f"\n[red]{result.job.id} failed[/]; the store is as it was", highlight=False)
        _print_problems(ProblemError(*result.problems), console)
    made, failed = len(results.made), len(results.failed)
    console.print(
        f"made {_counted(made)}" + (f", {_counted(failed)} failed" if failed else ""),
        highlight=False,
    )
    return 1 if failed else 0


def toolchain_problem(jobs: list[Job]) -> Problem | None:
    """Return what is missing on this machine to make ``jobs``, None where nothing is."""
    needed = any(job.on.is_tpu and not job.toolchain for job in jobs)
    if find_spec("libtpu") is not None or not needed:
        return None
    return Problem(
        "libtpu",
        "the TPU compiler is not installed",
        "install it (it needs no TPU): pip install 'xlagym[tpu]'; without it, captures for the"
        " CPU can still be made: xlagym capture '*@cpu'",
        rule="toolchain",
    )


def _listing(jobs: list[Job], project: Path) -> Table:
    table = Table("capture", "program", "in the store", box=None, pad_edge=False)
    for job in jobs:
        state = _state(_place(job, project / STORE), project)
        table.add_row(job.id, job.program, Text(printable(state)))
    return table


def _place(job: Job, store: Path) -> Path:
    return inner_path(store, job.id, job.id, of="the store", links=True)


def _state(folder: Path, project: Path) -> str:
    if not folder.exists():
        return "missing"
    try:
        capture = load_capture(folder)
    except ProblemError as error:
        return f"faulty: {error.problems[0].message}"
    how = "measured" if capture.basis == "measured" else capture.manifest.outcome
    date = f"{how}, {capture.manifest.date}"
    return date if stale(capture, project / "labs") is None else f"{date}, stale"


def _counted(number: int) -> str:
    return f"{number} capture" + ("" if number == 1 else "s")


def _print_problems(error: ProblemError, console: Console) -> None:
    for problem in error.problems:
        console.print(str(problem), markup=False, highlight=False, soft_wrap=True)
