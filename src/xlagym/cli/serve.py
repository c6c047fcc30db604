"""``xlagym serve``: build, watch, rebuild, reload; on this machine alone."""

from __future__ import annotations

from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.site.project import find_project


@click.command("serve")
@click.option("--port", default=8000, show_default=True, help="Port on the loopback address.")
@click.pass_obj
def command(root: Path, port: int) -> None:
    """Build and show the site; rebuild and reload when a file changes.

    Listens on the loopback address only. A change that `check` would refuse is named here, and the
    last good site stays up.
    """
    from xlagym.site.server import Rebuilt, serve

    def tell(rebuilt: Rebuilt) -> None:
        changed = ", ".join(rebuilt.changed) or "everything"
        if rebuilt.problems:
            console.print(f"{changed}: not rebuilt, the last good site stays up")
            show_problems(rebuilt.problems)
        else:
            console.print(f"{changed}: rebuilt {rebuilt.counts}, {rebuilt.seconds:.1f} s")

    serve(
        find_project(root), port, tell, lambda url: console.print(f"serving {url} (Ctrl-C stops)")
    )
