"""What the parsing of one Markdown text carries along: whose text it is, what was wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from markdown_it.utils import EnvType

    from xlagym.course.context import ChapterContext
    from xlagym.inputs.problems import Problem


@dataclass(slots=True)
class Notes:
    """Kept in markdown-it's environment, where its rules can reach it."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    context: ChapterContext | None = None
    """Set while rendering."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the page, for its table of contents."""

    level: int
    text: str
    id: str
    """Its anchor on the page."""
    line: int


def notes(env: EnvType) -> Notes:
    """The notes of the text being parsed or rendered."""
    return cast("Notes", env["notes"])
