"""A number with its receipt: ``{q}`trip` ``, ``{q}`trip|GB` ``, ``{q}`trip|GB|.2f` ``.

The parts are the number's name in ``numbers.yml``, the unit to show it in, and a format. It renders
as a link to a note at the end of the page, which the page's script opens as a card; without a
script the link works as it is.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlagym.inputs.problems import ProblemError

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace
    from xlagym.numbers.number import Number


def render(content: str, place: SourcePlace, context: ChapterContext) -> str:
    """The number as text, linked to its receipt."""
    name, *wanted = (part.strip() for part in content.split("|"))
    if not name or len(wanted) > 2:
        raise place.error(
            "number",
            f"{{q}}`{content}` has the wrong parts",
            "write {q}`name`, {q}`name|unit` or {q}`name|unit|format`",
        )
    unit, fmt = ([part or None for part in wanted] + [None, None])[:2]
    try:
        number = context.sheet.number(name)
    except ProblemError as error:
        raise place.adopt(error) from error
    try:
        shown = context.sheet.number(name, unit, fmt) if wanted else number
    except ProblemError as error:
        raise place.adopt(error, wholly=True) from error
    return quoted(shown, context)


def quoted(number: Number, context: ChapterContext) -> str:
    """A number as a link to its receipt, or as its bare text where no link can stand."""
    quote, first = context.quote(number)
    if context.plain:
        return escape(number.text)
    back = f' id="{escape(quote.back or "")}"' if first else ""
    return (
        f'<a class="num" href="#{escape(quote.anchor)}"{back} aria-haspopup="dialog"'
        f' data-basis="{escape(number.basis)}">{escape(number.text)}</a>'
    )
