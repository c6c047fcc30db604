"""What ``xlagym capture`` does: choose from the matrix, make what is missing, say how it went."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from xlagym.captures.manifest import read_manifest
from xlagym.capturing.job import Job
from xlagym.capturing.matrix import read_matrix, select
from xlagym.capturing.recapture import Result, Results, recapture
from xlagym.problems import ProblemError

STORE = "captures"


@dataclass(frozen=True, slots=True)
class CaptureRequest:
    """What was asked for on the command line."""

    ids: tuple[str, ...] = ()
    """Ids or patterns such as ``*@tpu-v6e``; empty for the whole matrix."""
    replace: bool = False
    dry_run: bool = False
    list_only: bool = False


def capture_all(request: CaptureRequest, project: Path, console: Console) -> int:
    """Make what ``request`` names and the project's store lacks; return the exit status.

    0: all is there. 1: a capture failed (the others are kept). 2: an id that the matrix lacks, or a
    matrix that can't be read.
    """
    project = project.resolve()
    store = project / STORE
    try:
        jobs = select(read_matrix(project), request.ids)
    except ProblemError as error:
        _print_problems(error, console)
        return 2
    if request.list_only:
        console.print(_listing(jobs, store))
        return 0
    wanted = [job for job in jobs if request.replace or not (store / job.id).exists()]
    if request.dry_run:
        for job in wanted:
            console.print(f"would make {job.id} from {job.source_file}", highlight=False)
    if not wanted:
        console.print(
            f"nothing to make: the store has {_counted(len(jobs))}; --replace makes it again",
            highlight=False,
        )
    if request.dry_run or not wanted:
        return 0
    results = _with_progress(wanted, store, request.replace, console)
    return _report(results, console)


def _with_progress(jobs: list[Job], store: Path, replace: bool, console: Console) -> Results:
    columns = (
        TextColumn("capturing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    running: list[str] = []
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(jobs))

        def start(job: Job) -> None:
            running.append(job.id)
            progress.update(task, description=", ".join(running))

        def done(result: Result) -> None:
            running.remove(result.job.id)
            console.print(_line(result), highlight=False)
            progress.update(task, advance=1, description=", ".join(running))

        return recapture(jobs, store, replace=replace, on_start=start, on_done=done)


def _line(result: Result) -> str:
    name = result.job.id
    if result.manifest is None:
        return f"[red]✗[/] {name}"
    size = sum(entry.size for entry in result.manifest.files)
    what = (
        "" if result.manifest.outcome == "compiled" else ", refused by the compiler: kept as that"
    )
    return f"[green]✓[/] {name}  {size / 1000:.0f} kB, {result.seconds:.1f} s{what}"


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


def _listing(jobs: list[Job], store: Path) -> Table:
    table = Table("capture", "program", "in the store", box=None, pad_edge=False)
    for job in jobs:
        table.add_row(job.id, job.source_file, _state(store / job.id))
    return table


def _state(folder: Path) -> str:
    manifest = folder / "capture.yml"
    if not manifest.is_file():
        return "missing"
    try:
        read = read_manifest(manifest.read_text(encoding="utf-8"), str(manifest))
    except ProblemError:
        return "unreadable: see xlagym check"
    return f"{read.outcome}, {read.date}"


def _counted(number: int) -> str:
    return f"{number} capture" + ("" if number == 1 else "s")


def _print_problems(error: ProblemError, console: Console) -> None:
    for problem in error.problems:
        console.print(str(problem), markup=False, highlight=False, soft_wrap=True)
