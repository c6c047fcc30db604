"""What goes wrong with a person's input, as values: where, what was read, what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in somebody's input, said so that they can mend it."""

    file: str
    """Path as the person knows it, relative to the project where it lies inside."""
    message: str
    """What was read and what was expected instead."""
    advice: str
    """What to do: a command, an edit, a place to look."""
    line: int | None = None
    """1-based line, where there is one."""
    rule: str = "input"
    """The check that found it, e.g. ``hash``, ``number``, ``claim``, ``digit``, ``link``."""

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.rule}: {self.message}\n    {self.advice}"


class ProblemError(Exception):
    """Raised where the reading of one input can't go on; carries what to tell the person."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
