# ruff: noqa: ARG001 - all directives have one signature
"""Text folded under a title, for what only some readers want: ``:::{details} How we counted``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A native disclosure with the title as its summary."""
    title = block.shown.get("title")
    if not title:
        raise place.error(
            "directive", "'details' lacks its title", "write it behind: :::{details} Title"
        )
    return f"<details><summary>{title}</summary>\n{block.inner}</details>\n"
