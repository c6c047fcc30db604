"""``xlagym xray``: one page for anybody's files, or for a function compiled here for any chip."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xlagym.chips.table import compiled
from xlagym.cli.screen import errors, show_problems

if TYPE_CHECKING:
    from xlagym.capturing.user_program.function import UserFunction

_FUNCTION = re.compile(r"(.+\.py):([A-Za-z_]\w*)")
DEFAULT = "report.html"


@click.command("xray")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "-o",
    "--output",
    metavar="F",
    help=f"Where the page goes; - is standard output. Default: {DEFAULT}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of making a page.")
@click.option(
    "--on",
    "chips",
    metavar="CHIPS",
    help="For a function: the chips to compile it for, with commas between: tpu-v6e,tpu-7x.",
)
@click.option(
    "--args",
    "shapes",
    metavar="SHAPES",
    help="For a function: the shapes of its arguments, 'bf16[8,1024,512] f32[512]'.",
)
def command(
    files: tuple[str, ...],
    output: str | None,
    as_json: bool,
    chips: str | None,
    shapes: str | None,
) -> None:
    """Look into files, or into a function of your own: one self-contained page.

    FILE is the text of optimized HLO or of StableHLO, a folder of dumps (XLA_FLAGS=--xla_dump_to),
    a profile (.xplane.pb, .trace.json.gz) or the folder that jax.profiler wrote, or a report of
    the compiler's (live ranges, buffer assignment, memory usage, cost). What each is, is told by
    its content. Give several: those of one module are matched. - reads standard input.

    \b
      xlagym xray optimized.hlo stablehlo.mlir vm.xplane.pb -o step.html
      xlagym xray dump/ --json
      python my_model.py | xlagym xray -

    FILE.py:FUNCTION is compiled here, for chips that need not be here, and the page says what each
    decided. Nothing is run on a device.

    \b
      xlagym xray my_model.py:step --on tpu-v6e,tpu-7x
      xlagym xray my_model.py:step --on tpu-v6e-2x4 --args 'bf16[8,1024,512] f32[512,512]'

    The arguments are what a function example_args() of the file returns, a tuple of arrays or of
    jax.ShapeDtypeStruct, in any pytree; or --args. If example_args takes an argument, that is the
    list of the target's devices, so that it can put shardings on the shapes. If the file has a
    function shardings(devices), what it returns are the in_shardings of jax.jit. The file runs in a
    process of its own, on CPU, from the folder you are in; JAX_, XLA_ and TPU_ settings of your
    environment are not handed on.

    Chips: {chips}, and slices of pods such as tpu-v6e-2x4.

    Says what it could not read, match or compile, and goes on with the rest. Fails (exit 1) when
    nothing readable was given, or the function is at fault.
    """
    from xlagym.report.build import json_report, page_report, read_all
    from xlagym.report.page.written import write_whole

    functions, paths = _sort(files, chips, shapes)
    with errors.status("compiling" if functions else "reading"):
        stdin = sys.stdin.buffer if "-" in paths else None
        readings = read_all(paths, stdin, functions)
        text = json_report(readings) if as_json else page_report(readings)
    show_problems(readings.problems)
    if output == "-" or (as_json and output is None):
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.flush()
        return
    path = Path(output or DEFAULT)
    write_whole(path, text)
    size = f"{len(text.encode('utf-8', 'replace')) / 1e6:,.1f} MB"
    errors.print(f"wrote {path}, {size}", markup=False, soft_wrap=True)


command.help = (command.help or "").format(chips=", ".join(compiled()))


def _sort(
    files: tuple[str, ...], chips: str | None, shapes: str | None
) -> tuple[list[UserFunction], list[str]]:
    """Tell the function, named once for each chip, from the files.

    Raises UsageError where the options don't fit.
    """
    functions = [found for each in files if (found := _FUNCTION.fullmatch(each))]
    paths = [each for each in files if not _FUNCTION.fullmatch(each)]
    if len(functions) > 1:
        raise click.UsageError("one FILE.py:FUNCTION at a time")
    if not functions:
        if chips or shapes:
            raise click.UsageError("--on and --args are for a function: FILE.py:FUNCTION")
        if program := next((each for each in paths if each.endswith(".py")), None):
            raise click.UsageError(f"name the function too: {program}:FUNCTION --on tpu-v6e")
        return [], paths
    from xlagym.capturing.targets.targets import SLICES, target_of
    from xlagym.capturing.user_program.function import UserFunction

    known = f"{', '.join(compiled())}, and {SLICES}"
    wanted = tuple(dict.fromkeys(each.strip() for each in (chips or "").split(",") if each.strip()))
    if not wanted:
        raise click.UsageError(f"say for which chips: --on tpu-v6e. There are {known}")
    for chip in wanted:
        target = target_of(chip)
        if target is None or target.runs:
            raise click.UsageError(f"no chip is called {chip!r}. There are {known}")
    arguments = None if shapes is None else tuple(_split(shapes))
    file, function = functions[0][1], functions[0][2]
    return [UserFunction.here(file, function, chip, arguments) for chip in wanted], paths


def _split(shapes: str) -> list[str]:
    """Shapes with blanks or commas between them."""
    return re.findall(r"[^\s,\[]+(?:\[[^\]]*\])?", shapes)
