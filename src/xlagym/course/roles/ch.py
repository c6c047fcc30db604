"""A chapter of a path: ``{ch}`xla/05` ``. Until it is written it shows its title, unlinked."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace


def render(content: str, place: SourcePlace, context: ChapterContext) -> str:
    """``chapter 05, Fusion``, linked once the chapter is written."""
    site = context.library.site
    entry = site.chapter(content.strip())
    if entry is None:
        raise place.error(
            "chapter",
            f"no path has a chapter '{content.strip()}'",
            nearest(content.strip(), (chapter.id for chapter in site.chapters)),
        )
    context.chapters[entry.id] = entry
    label = f"chapter {entry.number:02d}, <cite>{escape(entry.title)}</cite>"
    if not entry.written:
        return f'<span class="planned">{label}</span>'
    return f'<a class="ref" href="{escape(context.href(entry.page))}">{label}</a>'
