"""A bar that shows which captures are being made, and a line for each that is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from xlagym.capturing.filing.recapture import Result
from xlagym.capturing.job import Job


class ProgressWatch:
    """Watches captures being made; see ``recapture.Watch``."""

    def __init__(self, progress: Progress, task: TaskID, console: Console) -> None:
        self._progress = progress
        self._task = task
        self._console = console
        self._running: list[str] = []

    def start(self, job: Job) -> None:
        """Show that ``job`` is being made."""
        self._running.append(job.id)
        self._progress.update(self._task, description=", ".join(self._running))

    def done(self, result: Result) -> None:
        """Print what came of a job, and move the bar."""
        self._running.remove(result.job.id)
        self._console.print(_line(result), highlight=False)
        self._progress.update(self._task, advance=1, description=", ".join(self._running))


@contextmanager
def watching(count: int, console: Console) -> Iterator[ProgressWatch]:
    """Show a bar for ``count`` captures as long as the context lasts; none where none can move."""
    columns = (
        TextColumn("capturing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        yield ProgressWatch(progress, progress.add_task("", total=count), console)


def _line(result: Result) -> str:
    name = result.job.id
    if result.manifest is None:
        return f"[red]✗[/] {name}"
    size = sum(entry.size for entry in result.manifest.files)
    refused = ", refused by the compiler: kept as that"
    what = "" if result.manifest.outcome == "compiled" else refused
    return f"[green]✓[/] {name}  {size / 1000:.0f} kB, {result.seconds:.1f} s{what}"
