"""Pictures drawn from evidence at build time, one kind a file, numbers in a table behind each."""

from __future__ import annotations

from collections.abc import Mapping

from xlagym.course.library import Figure
from xlagym.site.figures import launch_graph

FIGURES: Mapping[str, Figure] = {"launch-graph": launch_graph.draw}
