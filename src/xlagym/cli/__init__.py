"""The command line: ``xlagym`` where installed, ``python build.py`` in a checkout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from xlagym import __version__
from xlagym.cli import (
    build,
    capture,
    check,
    drift,
    import_captures,
    numbers,
    open_capture,
    serve,
    xray,
)
from xlagym.cli.screen import show_problems
from xlagym.inputs.problems import Problem, ProblemError


class Commands(click.Group):
    """A group that tells a person about faults in their input instead of showing a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; exit 1 with the problems that it raised."""
        try:
            return super().invoke(ctx)
        except ProblemError as error:
            show_problems(error.problems)
            sys.exit(1)
        except BrokenPipeError:
            raise  # the reader of our output has seen enough; click ends quietly
        except OSError as error:
            show_problems([_refused(error)])
            sys.exit(1)
        except KeyboardInterrupt:
            click.echo("stopped; nothing was left half-written", err=True)
            sys.exit(130)


def _refused(error: OSError) -> Problem:
    """What the system refused: a file that may not be read, a disk that is full."""
    name = error.filename if isinstance(error.filename, str) else "the system"
    return Problem(
        Path(name).as_posix(),
        error.strerror or str(error),
        "see to its permissions and to the space left, then try again",
        rule="system",
    )


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--project",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="The checkout to work on. Default: the one that holds the current folder.",
)
@click.version_option(__version__, prog_name="xlagym")
@click.pass_context
def main(context: click.Context, project: Path) -> None:
    """Make and check the xlagym course.

    Every number on its pages is computed from captures/, the store of compiler evidence. Without a
    command, xlagym builds the site into site/.

    \b
    A first visit:      xlagym serve
    After an edit:      xlagym check
    After a recapture:  xlagym numbers, then xlagym numbers --accept
    """
    context.obj = project.resolve()
    if context.invoked_subcommand is None:
        context.invoke(build.command)


for each in (build, check, serve, numbers, capture, drift, import_captures, open_capture, xray):
    main.add_command(each.command)
