"""Unions of intervals, nesting and spread, against the plain definitions."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.profile.ops.self_time import nesting, parents
from xlagym.evidence.profile.runs.intervals import union
from xlagym.evidence.reports.spread import Spread, spread

BARS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=12)
Bars = list[tuple[int, int]]


def columns(bars: Bars) -> tuple[np.ndarray, np.ndarray]:
    table = np.array(bars, np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 0] + table[:, 1]


def moments(bars: Bars) -> set[int]:
    return {at for start, length in bars for at in range(start, start + length)}


@given(BARS, BARS)
def test_union_and_difference(one: Bars, other: Bars) -> None:
    cover, rest = union(*columns(one)), union(*columns(other))
    assert cover.total == len(moments(one))
    assert cover.without(rest).total == len(moments(one) - moments(other))
    assert bool((cover.start[1:] > cover.end[:-1]).all())


@given(BARS, st.integers(0, 45), st.integers(0, 20))
def test_covered_between(bars: Bars, start: int, length: int) -> None:
    found = union(*columns(bars)).between(np.array([start]), np.array([start + length]))
    assert found.tolist() == [len(moments(bars) & set(range(start, start + length)))]


def stacked(ends: list[int]) -> list[int]:
    """The parent of each bar by keeping a stack."""
    stack: list[int] = []
    found = []
    for at, end in enumerate(ends):
        while stack and ends[stack[-1]] < end:
            stack.pop()
        found.append(stack[-1] if stack else -1)
        stack.append(at)
    return found


@given(BARS)
def test_parents_are_those_of_a_stack_even_where_bars_cross(bars: Bars) -> None:
    bars = sorted(bars, key=lambda bar: (bar[0], -bar[1]))
    _, end = columns(bars)
    assert parents(end).tolist() == stacked(end.tolist())


def test_self_time_of_three_levels() -> None:
    start = np.array([0, 10, 20, 60, 100])
    duration = np.array([90, 40, 10, 20, 5])
    found = nesting(start, duration)
    assert found.self_ps.tolist() == [30, 30, 10, 20, 5]
    assert found.spans_others.tolist() == [True, True, False, False, False]


def test_an_empty_bar_inside_makes_no_loop_of_its_parent() -> None:
    found = nesting(np.array([0, 5]), np.array([10, 0]))
    assert (found.self_ps.tolist(), found.spans_others.tolist()) == ([10, 0], [False, False])


def test_spread() -> None:
    assert spread(np.array([4, 1, 2, 3, 10])) == Spread(5, 1, 2, 3, 4, 10)
    assert spread(np.zeros(0, np.int64)) is None
