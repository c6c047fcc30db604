"""Where in an author's file something stands, so that every message can say it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xlagym.inputs.problems import Problem, ProblemError


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A line of a file that an author wrote."""

    file: str
    """Path relative to the project."""
    line: int
    """1-based."""

    def problem(self, rule: str, message: str, advice: str) -> Problem:
        """A problem that stands here."""
        return Problem(self.file, message, advice, line=self.line, rule=rule)

    def error(self, rule: str, message: str, advice: str) -> ProblemError:
        """The same, to raise where nothing sensible can be rendered in its place."""
        return ProblemError(self.problem(rule, message, advice))

    def adopt(self, error: ProblemError, *, wholly: bool = False) -> ProblemError:
        """The same error, with what has no line of its own (or ``wholly`` all of it) put here.

        A sheet knows what is wrong with a name, and only the page knows where it was written.
        """
        return ProblemError(
            *(
                replace(each, file=self.file, line=self.line) if wholly or not each.line else each
                for each in error.problems
            )
        )
