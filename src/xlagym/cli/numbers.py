"""``xlagym numbers``: what differs from the accepted values, and accepting it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.problems import Problem, ProblemError
from xlagym.site.project import Project, find_project


@click.command("numbers")
@click.option("--accept", is_flag=True, help="Write the values of today to content/numbers.lock.")
@click.option("--against", metavar="REV", help="Compare with the lock of a git revision instead.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table, for a review.")
@click.pass_obj
def command(root: Path, accept: bool, against: str | None, markdown: bool) -> None:
    """Show which numbers and claims differ from content/numbers.lock.

    Fails (exit 1) when any differs and is not accepted.
    """
    from xlagym.numbers.lock import compare, lock_text, report
    from xlagym.site.build import assemble

    project = find_project(root)
    with console.status("computing numbers"):
        site = assemble(project, cached=False)
    others = [problem for problem in site.problems if problem.rule != "lock"]
    if others:
        show_problems(others)
        sys.exit(1)
    today = lock_text(site.ledger)
    differences = compare(_accepted(project, against), today)
    if differences:
        click.echo(report(differences, markdown=markdown))
    if accept:
        project.lock.write_text(today, encoding="utf-8")
        console.print(f"accepted: {len(site.ledger.numbers)} numbers in content/numbers.lock")
    elif not differences:
        console.print(f"{len(site.ledger.numbers)} numbers, none differs")
    sys.exit(1 if differences and not accept else 0)


def _accepted(project: Project, revision: str | None) -> str:
    if revision is None:
        return project.lock.read_text(encoding="utf-8") if project.lock.exists() else ""
    shown = subprocess.run(
        ["git", "show", f"{revision}:./{project.name(project.lock)}"],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=False,
    )
    if shown.returncode:
        raise ProblemError(
            Problem(
                project.name(project.lock),
                f"git has no lock at '{revision}': {shown.stderr.strip()}",
                "name a commit, branch or tag that holds content/numbers.lock",
                rule="lock",
            )
        )
    return shown.stdout
