"""A source: ``{cite}`scaling-book-tpus` ``. The page lists what it cites at its end."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace


def render(content: str, place: SourcePlace, context: ChapterContext) -> str:
    """The source's short name in brackets, linked to the list at the end of the page."""
    key = content.strip()
    sources = context.library.sources
    source = sources.get(key)
    if source is None:
        raise place.error(
            "source",
            f"no source is called '{key}'",
            nearest(key, sources.keys()),
        )
    context.cites[key] = source
    return f'<a class="cite" href="#cite-{escape(key)}">[{escape(source.short)}]</a>'
