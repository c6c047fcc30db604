"""Unions of time intervals, and how much of them lies between two moments. Times in picoseconds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picoseconds = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """A union of intervals: disjoint, sorted, none of length zero."""

    start: Picoseconds
    end: Picoseconds
    before: Picoseconds
    """Covered time before each interval."""

    @property
    def total(self) -> int:
        """Covered time in all."""
        return int((self.end - self.start).sum())

    def until(self, moment: Picoseconds) -> Picoseconds:
        """Covered time before each moment."""
        if not self.start.size:
            return np.zeros(moment.shape, np.int64)
        last = np.searchsorted(self.start, moment, side="right") - 1
        inside = np.minimum(moment, self.end[last]) - self.start[last]
        covered: Picoseconds = np.where(last < 0, 0, self.before[last] + inside)
        return covered

    def between(self, start: Picoseconds, end: Picoseconds) -> Picoseconds:
        """Covered time in each ``[start, end)``."""
        return self.until(end) - self.until(start)

    def without(self, other: Cover) -> Cover:
        """What this covers and ``other`` doesn't."""
        # The gaps of the other, from before its first interval to after its last.
        far = np.iinfo(np.int64)
        gap_start = np.concatenate(([far.min], other.end))
        gap_end = np.concatenate((other.start, [far.max]))
        first = np.searchsorted(gap_end, self.start, side="right")
        last = np.searchsorted(gap_start, self.end, side="left")
        pieces = last - first
        mine = np.repeat(np.arange(self.start.size), pieces)
        gap = np.arange(int(pieces.sum())) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        gap += first[mine]
        return union(
            np.maximum(self.start[mine], gap_start[gap]), np.minimum(self.end[mine], gap_end[gap])
        )


def union(start: Picoseconds, end: Picoseconds) -> Cover:
    """The union of the intervals ``[start, end)``; those of length zero or less add nothing."""
    real = end > start
    if not bool(real.all()):
        start, end = start[real], end[real]
    if not start.size:
        return cover_of(start, end)
    if not bool((start[1:] >= start[:-1]).all()):
        order = np.argsort(start, kind="stable")
        start, end = start[order], end[order]
    reach = np.maximum.accumulate(end)
    # A new interval begins where one starts after all before it have ended.
    begins = np.flatnonzero(np.concatenate(([True], start[1:] > reach[:-1])))
    start = start[begins]
    end = reach[np.concatenate((begins[1:] - 1, [reach.size - 1]))]
    return cover_of(start, end)


def cover_of(start: Picoseconds, end: Picoseconds) -> Cover:
    """The cover by intervals that are disjoint, sorted, and none of length zero already."""
    length = end - start
    return Cover(start, end, np.cumsum(length) - length)
