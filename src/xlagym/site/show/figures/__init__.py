"""Pictures drawn from evidence at build time, one kind a file, numbers in a table behind each."""

from __future__ import annotations

from collections.abc import Mapping

from xlagym.course.context import DrawFigure
from xlagym.site.show.figures import accounts, launch_graph, timeline

FIGURES: Mapping[str, DrawFigure] = {
    "accounts": accounts.draw,
    "launch-graph": launch_graph.draw,
    "timeline": timeline.draw,
}
