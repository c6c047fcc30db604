"""A word of the glossary: ``{term}`roofline` ``, or ``{term}`the floor model|roofline` ``."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.place import SourcePlace


def shown(content: str) -> str:
    """The words that a reader sees."""
    return content.partition("|")[0].strip()


def render(content: str, place: SourcePlace, context: ChapterContext) -> str:
    """The words, linked to the entry of the glossary."""
    words, _, named = content.partition("|")
    name = (named or words).strip()
    glossary = context.library.glossary
    found = glossary.find(name)
    if found is None:
        raise place.error(
            "term",
            f"the glossary has no term '{name}'",
            nearest(name, glossary.names()),
        )
    context.terms[found.key] = found
    link = context.href(f"/glossary/#term-{found.key}")
    return (
        f'<a class="term" href="{escape(link)}" data-define="{escape(found.plain)}">'
        f"{escape(words.strip() or found.name)}</a>"
    )
