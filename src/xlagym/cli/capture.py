"""``xlagym capture``: make the captures that the matrix names and the store lacks."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from xlagym.cli.screen import console
from xlagym.site.assembly.project import find_project


@click.command("capture")
@click.argument("ids", nargs=-1, metavar="[ID…]")
@click.option("--replace", is_flag=True, help="Make those that the store has again.")
@click.option("--list", "list_only", is_flag=True, help="List what the matrix names; make nothing.")
@click.option("--dry-run", is_flag=True, help="Say what would be made; make nothing.")
@click.option("--trace", is_flag=True, help="Run programs on this machine's device and profile.")
@click.option(
    "--runs",
    type=click.IntRange(1, 1000),
    default=None,
    help="Runs to record of each program, with --trace.  [default: 20]",
)
@click.pass_obj
def command(
    root: Path,
    ids: tuple[str, ...],
    replace: bool,
    list_only: bool,
    dry_run: bool,
    trace: bool,
    runs: int | None,
) -> None:
    """Compile programs of labs/ into captures/, or run them there.

    ID is program@target, such as attention-s8192@tpu-v6e; * matches anything, as in '*@tpu-v6e'.
    Without an ID, all that labs/matrix.yml names. The TPU compiler needs no TPU: it comes with
    `pip install 'xlagym[tpu]'`.

    With --trace, the targets that end in .run, such as attention-s1024@cpu.run: each program is
    compiled, warmed up, then run under the profiler. It needs the device that the target names;
    without an ID, whatever this machine has. Close what else runs here, or the times are of both.

    Fails (exit 1) when a capture failed; the others are kept.
    """
    from xlagym.capturing.filing.request import CaptureRequest, capture_all
    from xlagym.capturing.job import RUNS

    if runs is not None and not trace:
        raise click.UsageError("--runs needs --trace: nothing runs without it")
    request = CaptureRequest(
        ids=ids,
        replace=replace,
        dry_run=dry_run,
        list_only=list_only,
        trace=trace,
        runs=runs or RUNS,
    )
    sys.exit(capture_all(request, find_project(root).root, console))
