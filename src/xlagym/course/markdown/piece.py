"""A piece of text that readers see, and on which lines it stands."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from xlagym.course.markdown.coded import without_code
from xlagym.course.markdown.gap import GAP


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one kind, and the line on which each part of it stands."""

    kind: str
    """``prose``, ``heading``, ``table``, ``caption``, ``title``, ``alternative text``, ``claim``
    or ``formula``."""
    text: str
    starts: tuple[tuple[int, int], ...]
    """Pairs of offset and 1-based line, ascending."""
    reading: bool = True
    """Part of the chapter's own prose: not an exercise, a table, a caption."""

    def line(self, offset: int) -> int:
        """The line of the character at ``offset``."""
        return self.starts[max(bisect_right(self.starts, (offset, 1 << 62)) - 1, 0)][1]


def piece(kind: str, text: str, line: int) -> Piece:
    """A piece that stands on one line: a title, a text of a station. Backticks mark code."""
    return Piece(kind, without_code(text, GAP), ((0, line),), reading=False)
