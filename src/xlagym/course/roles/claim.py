"""A statement that the build holds true: ``{claim}`nearly_double|nearly a factor of two` ``.

The parts are the claim's name in ``numbers.yml`` and the words that state it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlagym.inputs.problems import ProblemError

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace


def shown(content: str) -> str:
    """The words that a reader sees."""
    return content.partition("|")[2].strip()


def render(content: str, place: SourcePlace, context: ChapterContext) -> str:
    """The words, linked to the expression that holds."""
    name, words = content.partition("|")[0].strip(), shown(content)
    if not name or not words:
        raise place.error(
            "claim",
            f"{{claim}}`{content}` has the wrong parts",
            "write {claim}`name|the words that state it`",
        )
    try:
        claim = context.sheet.claim(name)
    except ProblemError as error:
        raise place.adopt(error) from error
    if not claim.holds:
        raise place.error(
            "claim",
            f"'{words}' states the claim '{name}', which no longer holds: {claim.with_values}",
            "say what the evidence says, here and in the sheet",
        )
    context.claims[claim.id] = claim
    if context.plain:
        return escape(words)
    return (
        f'<span class="claim" title="held true by the build" data-claim="{escape(claim.id)}">'
        f"{escape(words)}</span>"
    )
