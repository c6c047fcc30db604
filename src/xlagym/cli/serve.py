"""``xlagym serve``: build, watch, rebuild, reload; on this machine alone."""

from __future__ import annotations

from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.inputs.problems import printable
from xlagym.site.assembly.project import find_project


@click.command("serve")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port on the loopback address; 0 for any that is free.",
)
@click.pass_obj
def command(root: Path, port: int) -> None:
    """Build and show the site; rebuild and reload when a file changes.

    Listens on the loopback address only. A change that `check` would refuse is named here, and the
    last good site stays up.
    """
    from xlagym.site.assembly.server import Rebuilt, serve

    def tell(rebuilt: Rebuilt) -> None:
        changed = printable(", ".join(rebuilt.changed)) or "everything"
        if rebuilt.problems:
            said = f"{changed}: not rebuilt, the last good site stays up"
        else:
            said = f"{changed}: rebuilt {rebuilt.counts}, {rebuilt.seconds:.1f} s"
        console.print(said, markup=False, soft_wrap=True)
        show_problems(rebuilt.problems)

    serve(
        find_project(root), port, tell, lambda url: console.print(f"serving {url} (Ctrl-C stops)")
    )
