"""``xlagym import``: check what a lab has captured, and file it in the store."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.site.assembly.project import find_project


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def command(root: Path, file: Path) -> None:
    """Check the captures in FILE, a zip that a lab's last cell has packed, and file them.

    Each is checked before it is filed: paths, sizes, hashes, health, the program that it is of.
    What differs from what labs/matrix.yml expects, such as the chip or the versions, is said.
    Nothing in the store is overwritten.

    Fails (exit 1) when a capture can't be filed; the others are.
    """
    from xlagym.capturing.filing.importing import import_bundle

    results = import_bundle(file, find_project(root).root)
    for result in results:
        if result.problems:
            console.print(f"✗ {result.id}: not filed", markup=False, soft_wrap=True)
            show_problems(result.problems)
            continue
        console.print(f"✓ {result.id}: filed", markup=False, soft_wrap=True)
        for note in result.notes:
            console.print(f"    {note}", markup=False, soft_wrap=True)
    filed = [result for result in results if not result.problems]
    if filed:
        console.print("next: xlagym check, then xlagym numbers", markup=False)
    sys.exit(1 if len(filed) < len(results) else 0)
