"""``xlagym build``: check everything, then write the site and swap it in."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.site.assembly.project import find_project


@click.command("build")
@click.option("--no-cache", is_flag=True, help="Read all evidence anew instead of using .cache/.")
@click.pass_obj
def command(root: Path, no_cache: bool) -> None:
    """Check, then write site/ and swap it in.

    Fails (exit 1) on anything that `check` names; the site that was there stays as it was.
    """
    from xlagym.site.assembly.build import build

    start = time.perf_counter()
    with console.status("reading captures, deriving numbers, rendering pages"):
        result = build(find_project(root), cached=not no_cache)
    if result.problems:
        show_problems(result.problems)
        sys.exit(1)
    seconds = time.perf_counter() - start
    console.print(f"built {result.counts}, {seconds:.1f} s", soft_wrap=True)
