"""A picture drawn from evidence.

    ```{figure} timeline attention-s8192@tpu-v6e
    caption: What runs beside what.
    alt: Two rows of bars; the copy lies under the first fusion.
    ```

The first word says which kind; what the rest means, its kind says. The site registers the kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace

OPTIONS = ("caption", "alt", "title", "of", "id")
REQUIRED = ("caption", "alt")


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """Hand over to the kind; it draws the figure whole, caption and table included."""
    kind = block.argument.partition(" ")[0]
    draw = context.library.figures.get(kind)
    if draw is None:
        raise place.error(
            "figure", f"there is no figure '{kind}'", nearest(kind, context.library.figures)
        )
    return draw(block, place, context)
