"""``xlagym check``: everything that a build would refuse, and no site written."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import click

from xlagym.cli.screen import console, show_problems
from xlagym.site.assembly.project import find_project


@click.command("check")
@click.option("--json", "as_json", is_flag=True, help="Print the problems as a JSON list.")
@click.option("--no-cache", is_flag=True, help="Read all evidence anew instead of using .cache/.")
@click.pass_obj
def command(root: Path, as_json: bool, no_cache: bool) -> None:
    """Read, derive and render what has changed, and check everything; site/ stays as it is.

    Fails (exit 1) on a hash, number, unit, claim, lock, untraced digit, link, anchor, term, source,
    id, alternative text, weight budget or stale capture that isn't right, each with file and line.
    """
    from xlagym.site.assembly.build import assemble

    with console.status("checking"):
        site = assemble(find_project(root), cached=not no_cache)
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(each) for each in site.problems], indent=1))
    else:
        show_problems(site.problems)
        if not site.problems:
            console.print(f"checked {site.counts}", soft_wrap=True)
    sys.exit(1 if site.problems else 0)
