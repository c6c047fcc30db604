"""What commands print: problems on stderr, results on stdout."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from xlagym.inputs.problems import Problem, printable

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def show_problems(problems: Iterable[Problem]) -> None:
    """Print each problem as file:line, what was read, and what to do; then how many there are."""
    listed = list(problems)
    for problem in listed:
        said = f"{problem.rule}: {printable(problem.message)}"
        errors.print(f"{problem.where}: ", style="bold", end="", markup=False, soft_wrap=True)
        errors.print(said, markup=False, soft_wrap=True)
        errors.print(f"    {printable(problem.advice)}", style="dim", markup=False, soft_wrap=True)
    if listed:
        errors.print(f"{len(listed)} problem{'s' if len(listed) > 1 else ''}", style="bold red")
