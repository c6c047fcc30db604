"""How much of a moment's past was compute: on a row of ops itself, and on a chip's other rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.ops.op import OpRole
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.runs.intervals import Cover, Picoseconds, cover_of, union

_NEVER = np.iinfo(np.int64).min


class CoveredBefore:
    """Compute of a row before the starts and ends of its own bars.

    The same as ``track.compute.until`` of those moments, which looks for each one's place among
    the intervals; but bars are sorted, so that one pass over them knows it.
    """

    def __init__(self, track: OpTrack) -> None:
        computes = track.bars_of(OpRole.COMPUTE, OpRole.CONTROL) & track.working
        self._start = track.start_ps
        self._end = track.end_ps
        self._reach = np.maximum.accumulate(np.where(computes, self._end, _NEVER))
        before = np.concatenate(([_NEVER], self._reach[:-1]))
        gain = np.where(computes, self._end - np.maximum(self._start, before), 0)
        self._covered = np.cumsum(np.maximum(gain, 0))

    def starts(self, bars: NDArray[np.int64]) -> Picoseconds:
        """Compute before the starts of these bars."""
        return self._until(self._start[bars], bars)

    def ends(self, bars: NDArray[np.int64]) -> Picoseconds:
        """Compute before the ends of these bars."""
        end = self._end[bars]
        following = np.minimum(bars + 1, self._start.size - 1)
        last = bars
        if bool(((self._start[following] < end) & (following > bars)).any()):
            last = np.searchsorted(self._start, end, side="right") - 1
        return self._until(end, last)

    def _until(self, moment: Picoseconds, last: NDArray[np.int64]) -> Picoseconds:
        """Compute before moments; ``last`` are the bars that no other follows and begins before."""
        # What has begun and reaches beyond the moment covers all from there on.
        beyond = np.maximum(self._reach[last], moment) - moment
        covered: Picoseconds = self._covered[last] - beyond
        return covered


class OtherRows:
    """Compute of the rows of a chip, each row's own left out."""

    def __init__(self, tracks: Sequence[OpTrack]) -> None:
        self._tracks = tracks
        self._number = {id(track): at for at, track in enumerate(tracks)}
        self._all: Cover | None = None
        self._alone: dict[int, Cover] = {}

    def compute_between(self, track: OpTrack, start: Picoseconds, end: Picoseconds) -> Picoseconds:
        """Compute in each ``[start, end)`` of all rows but ``track``."""
        if self._all is None:
            self._all, self._alone = _all_and_alone([each.compute for each in self._tracks])
        covered = self._all.between(start, end)
        alone = self._alone.get(self._number[id(track)])
        return covered if alone is None else covered - alone.between(start, end)


def _all_and_alone(covers: Sequence[Cover]) -> tuple[Cover, dict[int, Cover]]:
    """The union of covers, and of each, by its index, what no other covers."""
    start = np.concatenate([cover.start for cover in covers])
    end = np.concatenate([cover.end for cover in covers])
    owner = np.repeat(np.arange(len(covers)), [cover.start.size for cover in covers])
    moment = np.concatenate((start, end))
    order = np.argsort(moment, kind="stable")
    moment = moment[order]
    # Between two moments: how many cover it, and the sum of who does, which for one is that one.
    many = np.cumsum(np.repeat((1, -1), start.size)[order])
    who = np.cumsum(np.concatenate((owner, -owner))[order])
    alone = np.flatnonzero((many[:-1] == 1) & (moment[1:] > moment[:-1]))
    alone = alone[np.argsort(who[alone], kind="stable")]
    found, first = np.unique(who[alone], return_index=True)
    parts = np.split(alone, first[1:])
    return union(start, end), {
        int(at): cover_of(moment[part], moment[part + 1])
        for at, part in zip(found.tolist(), parts, strict=False)
    }
