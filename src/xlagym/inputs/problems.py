"""What goes wrong with a person's input, as values: where, what was read, what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 2_000
"""Characters of the longest message that is shown whole."""


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

    @property
    def where(self) -> str:
        """``content/site.yml:7``."""
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return printable(where).replace("\n", "\\n")

    def __str__(self) -> str:
        return f"{self.where}: {self.rule}: {printable(self.message)}\n    {printable(self.advice)}"


def printable(text: str) -> str:
    """``text`` as a terminal may show it, spelled out where it would not show as itself.

    Names of files and what stands in them can hold control sequences, marks that turn text round,
    and bytes that no encoding has.
    """
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"
    return "".join(
        each if each.isprintable() or each == "\n" else ascii(each)[1:-1] for each in cut
    )


class ProblemError(Exception):
    """Raised where the reading of one input can't go on; carries what to tell the person."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
