"""The exhibit of the timeline x-ray: one run, or one schedule, drawn op by op."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.gym.rounds.exhibits import Exhibit, Table
from xlagym.gym.stations.timeline.words import amount

if TYPE_CHECKING:
    from markupsafe import Markup

    from xlagym.evidence.timeline.timeline import Timeline
    from xlagym.gym.stations.timeline.ops import ShownOp


@dataclass(frozen=True, slots=True)
class DrawnRun(Exhibit):
    """A timeline with its ops told."""

    title: str
    """``Timeline of mlp on TPU v6e``."""
    timeline: Timeline
    ops: tuple[ShownOp, ...]
    """One for each op of the timeline, in its order."""

    def plain(self) -> Markup:
        """What each op takes, and over which others it is in flight, as a table."""
        told = self.timeline
        rows = []
        for op in told.ops:
            over = [told.ops[at].name for at in op.flight.over] if op.flight else []
            takes = "" if op.own is None else amount(op.own, told.unit)
            rows.append((f"%{op.name}", "" if op.flight else takes, ", ".join(over)))
        columns = ("op", "takes", "in flight over")
        return Table("The ops, in order", columns, tuple(rows)).plain()
