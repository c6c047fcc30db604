"""One row of op events as columns, in one clock: what every account of a profile is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.op import Op, OpRole
from xlagym.evidence.profile.ops.self_time import Nesting
from xlagym.evidence.profile.runs.intervals import Cover, Picoseconds, union

DeviceKind = Literal["tpu", "gpu", "cpu"]
Clock = Literal["device", "own"]
"""``device``: the chip's own counter; ``own``: the times that the event itself has."""


@dataclass(frozen=True, slots=True, eq=False)
class OpTrack:
    """The op events of one line, sorted by start, the longer first where starts are equal."""

    plane: str
    line: str
    device: DeviceKind
    clock: Clock
    ops: tuple[Op, ...]
    op: NDArray[np.int32]
    """Index into ``ops``, one a bar."""
    start_ps: Picoseconds
    duration_ps: Picoseconds
    own_start_ps: Picoseconds
    """Start by the event's own time, which places it among module events; not for sums."""
    run_id: NDArray[np.int64] | None
    """The run that the event says it belongs to, where it says so."""
    untimed: NDArray[np.int64]
    """Per op, events that have no usable time in this clock; they are not among the bars."""
    nesting: Nesting

    @property
    def end_ps(self) -> Picoseconds:
        """End of every bar."""
        return self.start_ps + self.duration_ps

    def bars_of(self, *roles: OpRole) -> NDArray[np.bool_]:
        """Which bars are of ops with one of these roles."""
        chosen = np.fromiter((op.role in roles for op in self.ops), np.bool_, len(self.ops))
        return chosen[self.op]

    @property
    def working(self) -> NDArray[np.bool_]:
        """Bars that aren't just the span of others: a loop counts by what is inside it."""
        return ~(self.bars_of(OpRole.CONTROL) & self.nesting.spans_others)

    @property
    def compute(self) -> Cover:
        """The union of the bars of compute."""
        bars = self.bars_of(OpRole.COMPUTE, OpRole.CONTROL) & self.working
        return union(self.start_ps[bars], self.end_ps[bars])

    def between(self, start_ps: int, end_ps: int) -> slice:
        """The bars that start in ``[start_ps, end_ps)``."""
        first, last = np.searchsorted(self.start_ps, (start_ps, end_ps))
        return slice(int(first), int(last))
