# ruff: noqa: ARG001 - all directives have one signature
"""The worked answer of an exercise, folded: ``:::{answer}``. Figures in it are numbers too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A native disclosure, so that it opens without a script."""
    title = block.shown.get("title", "") or "Answer"
    return f'<details class="answer"><summary>{title}</summary>\n{block.inner}</details>\n'
