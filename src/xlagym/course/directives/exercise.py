# ruff: noqa: ARG001 - all directives have one signature
"""An exercise: ``:::{exercise} Count before you look``, its text and answers inside.

The answer may stand within it, if the exercise has a colon more: ``::::{exercise}``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A section of its own, numbered within the page."""
    context.counts["exercise"] += 1
    number = context.counts["exercise"]
    title = block.shown.get("title", "")
    heading = f"Exercise {number}" + (f": {title}" if title else "")
    return (
        f'<section class="exercise" id="exercise-{number}"><h3>{heading}</h3>\n'
        f"{block.inner}</section>\n"
    )
