"""``xlagym numbers``: what differs from the accepted values, and accepting it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xlagym.cli.screen import console, show_problems
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import decoded, replace_text
from xlagym.site.assembly.project import Project, find_project

if TYPE_CHECKING:
    from xlagym.numbers.accepted.lock import LockDifference


@click.command("numbers")
@click.option("--accept", is_flag=True, help="Write the values of today to content/numbers.lock.")
@click.option("--against", metavar="REV", help="Compare with the lock of a git revision instead.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table, for a review.")
@click.pass_obj
def command(root: Path, accept: bool, against: str | None, markdown: bool) -> None:
    """Show which numbers and claims differ from content/numbers.lock.

    Fails (exit 1) when any differs and is not accepted.
    """
    from xlagym.numbers.accepted.lock import lock_text, report
    from xlagym.site.assembly.build import assemble

    project = find_project(root)
    with console.status("computing numbers"):
        site = assemble(project, cached=True)
    others = [problem for problem in site.problems if problem.rule != "lock"]
    if others:
        show_problems(others)
        sys.exit(1)
    today = lock_text(site.ledger)
    differences = _differences(_accepted(project, against), today, written_anew=accept)
    if differences:
        click.echo(report(differences, markdown=markdown))
    if accept:
        replace_text(project.lock, today)
        console.print(f"accepted: {len(site.ledger.numbers)} numbers in content/numbers.lock")
    elif not differences:
        console.print(f"{len(site.ledger.numbers)} numbers, none differs")
    sys.exit(1 if differences and not accept else 0)


def _differences(accepted: str, today: str, *, written_anew: bool) -> list[LockDifference]:
    """What differs; from a lock that can't be read everything does, if it is to be replaced."""
    from xlagym.numbers.accepted.lock import compare

    try:
        return compare(accepted, today)
    except ProblemError:
        if not written_anew:
            raise
        return compare("", today)


def _accepted(project: Project, revision: str | None) -> str:
    if revision is None:
        return project.accepted()
    # Whatever REV is, it is no option of git's.
    lock = f"{revision}:./{project.name(project.lock)}"
    command = ["git", "show", "--end-of-options", lock]
    try:
        shown = subprocess.run(command, cwd=project.root, capture_output=True, check=False)
    except FileNotFoundError:
        raise ProblemError(
            Problem(
                "git",
                "it is not installed, and --against asks it for an older lock",
                "install git, or leave --against out",
                rule="lock",
            )
        ) from None
    if shown.returncode:
        raise ProblemError(
            Problem(
                project.name(project.lock),
                f"git has no lock at '{revision}': {_last_line(shown.stderr)}",
                "name a commit, branch or tag that holds content/numbers.lock",
                rule="lock",
            )
        )
    return decoded(shown.stdout, f"{project.name(project.lock)} of {revision}")


def _last_line(errors: bytes) -> str:
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it does not say why"
