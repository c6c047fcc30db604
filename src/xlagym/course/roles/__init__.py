"""Roles: what an author names within a sentence, as in ``{q}`score_trip` ``.

One a file, all with the same signature. A role raises ProblemError when it can't render; the
page then shows a gap, and the check fails with what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from xlagym.course.roles import ch, cite, claim, q, station, term

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace

type RenderRole = Callable[[str, SourcePlace, ChapterContext], str]
"""The text between the backticks, where it stands, the page: HTML."""

ROLES: Mapping[str, RenderRole] = {
    "q": q.render,
    "claim": claim.render,
    "term": term.render,
    "station": station.render,
    "ch": ch.render,
    "cite": cite.render,
}
