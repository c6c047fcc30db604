"""Pictures drawn from evidence at build time, one kind a file, numbers in a table behind each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.course.context import ChapterContext, DrawFigure
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace


def _kind(module: str) -> DrawFigure:
    """The kind that ``module`` draws, which is imported where a chapter has such a picture."""

    def draw(block: Block, place: SourcePlace, context: ChapterContext) -> str:
        drawn: str = import_module(f"{__name__}.{module}").draw(block, place, context)
        return drawn

    return draw


FIGURES: Mapping[str, DrawFigure] = {
    "accounts": _kind("accounts"),
    "launch-graph": _kind("launch_graph"),
    "timeline": _kind("timeline"),
}
