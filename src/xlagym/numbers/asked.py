"""What an author asks for: an expression, how to show it, and where it was written."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.inputs.problems import Problem


@dataclass(frozen=True, slots=True)
class NumberRequest:
    """An expression, what is wanted of it, and where an author wrote it."""

    id: str
    page: str
    expression: str
    file: str
    line: int | None
    unit: str | None = None
    """Unit of the raw value; None for the one it comes out with."""
    show: str | None = None
    """Unit to show it in; None for the raw value's."""
    digits: int | None = None
    """Decimals to show; None: whole values whole, others with a few digits."""
    note: str = ""
    says: str = ""
    """Of a claim: the statement in words."""
    given: str = ""
    """Why the author may assume the figure; empty for a computed one."""
    source: str = ""
    """Key of the reference that publishes the figure; empty for a computed one."""

    def problem(self, message: str, advice: str, rule: str = "number") -> Problem:
        """A problem with this expression, where it stands; on its page, if in no author's file."""
        name = self.id.rpartition("/")[2] if self.file else self.id
        return Problem(self.file or self.page, f"'{name}': {message}", advice, self.line, rule)
