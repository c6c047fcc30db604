"""``xlagym drift``: what another toolchain would change, number by number, claim by claim."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.site.assembly.project import find_project


@click.command("drift")
@click.argument("ids", nargs=-1, metavar="[ID…]")
@click.option(
    "--with",
    "packages",
    multiple=True,
    metavar="PACKAGE==VERSION",
    help="Recompile with this instead, such as jax==0.11.0; installed aside, in .cache/.",
)
@click.pass_obj
def command(root: Path, ids: tuple[str, ...], packages: tuple[str, ...]) -> None:
    """Recompile in a temporary place and compare decisions, numbers and claims.

    The store is only read. Without --with, the toolchain is the one that is installed now.

    Fails (exit 1) when anything differs.
    """
    from xlagym.capturing.compile.toolchain import run_with
    from xlagym.capturing.drift.drift import drift_all

    project = find_project(root)
    if packages:
        with console.status(f"installing {', '.join(packages)} aside"):
            arguments = ["--project", str(project.root), "drift", *ids]
            run = run_with(packages, project.root, project.root / ".cache" / "toolchains")
        sys.exit(run(arguments))
    with tempfile.TemporaryDirectory(prefix="xlagym-drift-") as folder:
        drift = drift_all(ids, project.root, Path(folder), console)
        for capture in drift.differing:
            console.print(capture.id, style="bold")
            show_problems(capture.problems)
            for difference in (*capture.toolchain, *capture.decisions, *capture.files):
                old, new = difference.old, difference.new
                console.print(f"    {difference.what}: {old} → {new}", markup=False, soft_wrap=True)
        moved = _moved(project.root, drift.folder)
    for line in moved:
        console.print(line, markup=False, soft_wrap=True)
    if not drift.differing:
        count = len(drift.captures)
        plural = "" if count == 1 else "s"
        console.print(f"recompiled {count} capture{plural}; nothing differs")
    sys.exit(1 if drift.differing or moved else 0)


def _moved(root: Path, recaptured: Path) -> list[str]:
    """A line for each number and claim that the recaptured store would move."""
    from xlagym.captures.store import Store, load_store
    from xlagym.numbers.accepted.lock import compare, lock_text
    from xlagym.site.assembly.build import derive

    project = find_project(root)
    old_store, problems = load_store(project.captures)
    new_store, more = load_store(recaptured)
    show_problems([*problems, *more])
    # A second run never takes the time of the first: its numbers moved, and that says nothing.
    new = {id: each for id, each in new_store.captures.items() if each.basis == "compiled"}
    store = Store(project.captures, {**old_store.captures, **new})
    old, today = derive(project, old_store).ledger, derive(project, store).ledger
    pages = {number.id: number.page for number in old.numbers.values()}
    pages |= {claim.id: claim.page for claim in old.claims.values()}
    return [
        f"{pages.get(each.id, '')} {each}"
        for each in compare(lock_text(old), lock_text(today))
        if each.kind != "evidence"
    ]
