"""``xlagym open``: show a capture in XProf's own viewer."""

from __future__ import annotations

from pathlib import Path

import click

from xlagym.cli.screen import show_problems
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.site.assembly.project import find_project


@click.command("open")
@click.argument("capture_id", metavar="ID")
@click.pass_obj
def command(root: Path, capture_id: str) -> None:
    """Serve the profile of capture ID in XProf's own viewer, on this machine alone."""
    from xlagym.captures.store import UnknownCaptureError, load_store
    from xlagym.capturing.run.viewer import open_capture

    store, problems = load_store(find_project(root).captures)
    if problems:
        show_problems(problems)
    try:
        capture = store.get(capture_id)
    except UnknownCaptureError as error:
        message, _, advice = str(error).partition("; ")
        raise ProblemError(Problem("captures/", message, advice, rule="capture")) from error
    open_capture(capture)
