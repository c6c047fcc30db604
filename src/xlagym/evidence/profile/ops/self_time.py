"""Which bars of a row lie inside which, and how much of a bar is its own.

A row's bars nest: a loop's bar spans those of its body's ops. Self time is a bar's length without
the bars directly inside it. Bars that cross, which clocks can make them do, are not inside each
other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xlagym.evidence.profile.runs.intervals import Picoseconds

_ONE_ROW: Final = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Nesting:
    """How bars nest, one element a bar."""

    self_ps: Picoseconds
    """Length without the bars directly inside."""
    spans_others: NDArray[np.bool_]
    """Whether a bar of some length lies inside."""


def nesting(
    start: Picoseconds, duration: Picoseconds, first: NDArray[np.int64] = _ONE_ROW
) -> Nesting:
    """Self time of bars.

    Args:
        start: of bars that are sorted by start, the longer first where starts are equal.
        duration: of the same.
        first: index of each row's first bar, where there are rows after rows.
    """
    end = start + duration
    spans_others = np.zeros(start.size, np.bool_)
    apart = start[1:] >= end[:-1]
    begins = first[(first > 0) & (first < start.size)]
    apart[begins - 1] = True
    if bool(apart.all()):  # The common case: nothing nests.
        return Nesting(duration, spans_others)
    parent = parents(end, begins)
    inside = np.flatnonzero((parent >= 0) & (duration > 0))
    self_ps = duration.copy()
    np.subtract.at(self_ps, parent[inside], duration[inside])
    spans_others[parent[inside]] = True
    return Nesting(self_ps, spans_others)


def parents(end: Picoseconds, first: NDArray[np.int64] = _ONE_ROW) -> NDArray[np.int64]:
    """Index of the innermost bar around each bar, or -1, for bars and rows as ``nesting`` says.

    Read one by one, the bars would keep a stack: what doesn't reach as far as the next bar is
    taken off, what remains on top is that bar's parent. Here all bars look for theirs at once.
    Each starts from the bar before it; one whose candidate ends too early takes over that
    candidate's own. Nothing on the way can be the parent, because it ends even earlier, so the
    steps double and a row of n bars takes about log2(n) rounds.
    """
    # The root comes first, contains everything, and is its own candidate.
    reach = np.concatenate(([np.iinfo(np.int64).max], end))
    candidate = np.concatenate(([0], np.arange(end.size)))
    candidate[first + 1] = 0  # A bar of another row is around none of this one.
    searching = np.flatnonzero(reach[candidate] < reach)
    while searching.size:
        candidate[searching] = candidate[candidate[searching]]
        searching = searching[reach[candidate[searching]] < reach[searching]]
    found: NDArray[np.int64] = candidate[1:] - 1
    return found
