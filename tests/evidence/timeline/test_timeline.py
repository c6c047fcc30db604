"""Bars on lines, ops in the order in which they begin, what works meanwhile."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.timeline.timeline import (
    Bar,
    BarKind,
    BarRow,
    Flight,
    OpTime,
    Timeline,
    in_order,
    meanwhile,
    stacked,
)


def bar(op: int, start: int, end: int, kind: BarKind = BarKind.WORK) -> Bar:
    return Bar(op, start, end, kind)


def op(name: str, own: int | None = 0, flight: Flight | None = None) -> OpTime:
    return OpTime(name, "fusion", 1, own, own, flight=flight)


def test_bars_that_overlap_stand_on_lines_of_their_own() -> None:
    bars = [bar(0, 0, 10), bar(1, 5, 8), bar(2, 10, 12), bar(3, 9, 20)]
    lines = stacked(bars, 20)
    assert [[each.op for each in line] for line in lines] == [[0, 2], [1, 3]]


def test_a_bar_of_no_length_keeps_its_line_so_that_its_name_fits() -> None:
    lines = stacked([bar(0, 0, 0), bar(1, 3, 9), bar(2, 0, 0)], 9)
    assert [[each.op for each in line] for line in lines] == [[0], [2], [1]]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), max_size=30))
def test_no_bar_covers_another_and_none_is_lost(places: list[tuple[int, int]]) -> None:
    bars = [bar(at, start, start + length) for at, (start, length) in enumerate(places)]
    lines = stacked(bars, 100)
    for line in lines:
        for one, next_ in pairwise(line):
            assert one.end <= next_.start
    assert sorted(each.op for line in lines for each in line) == list(range(len(bars)))


def test_what_works_meanwhile() -> None:
    bars = [
        bar(0, 0, 5),
        bar(1, 5, 9),
        bar(2, 9, 9, BarKind.MARK),
        bar(3, 4, 9, BarKind.FLIGHT),
        bar(0, 9, 12),
    ]
    assert meanwhile(bars, 4, 9) == (0, 1)
    assert meanwhile(bars, 5, 9) == (1,)
    assert meanwhile(bars, 9, 20) == (0,)
    assert meanwhile(bars, 6, 6) == ()


def test_ops_are_put_in_the_order_in_which_they_begin() -> None:
    flight = Flight("start", 4, None, None, None, (0,))
    ops = [op("late"), op("early"), op("done", None, flight), op("never")]
    rows = [
        BarRow("", "ops", (bar(0, 7, 9), bar(1, 0, 3))),
        BarRow("", "in flight", (bar(2, 1, 8),)),
    ]
    found, drawn = in_order(ops, rows)
    assert [each.name for each in found] == ["early", "done", "late", "never"]
    assert found[1].flight is not None
    assert found[1].flight.over == (2,)
    assert [[each.op for each in row.bars] for row in drawn] == [[2, 0], [1]]


def timeline(*owns: int | None) -> Timeline:
    return Timeline("cycle", 10, tuple(op(f"op.{at}", own) for at, own in enumerate(owns)), ())


@pytest.mark.parametrize(
    ("owns", "costliest"),
    [((3, 5, 4), 1), ((5, 5, 4), None), ((None, 0), None), ((None, 2, None), 1), ((), None)],
)
def test_the_costliest_is_one_or_none(owns: tuple[int | None, ...], costliest: int | None) -> None:
    assert timeline(*owns).costliest == costliest


def test_an_op_is_found_by_its_name_and_by_its_starts() -> None:
    flight = Flight("copy-start", 4, None, None, None, ())
    found = Timeline("cycle", 4, (op("fusion", 4), op("copy-done", None, flight)), ())
    assert found.index("fusion") == 0
    assert found.index("copy-done") == found.index("copy-start") == 1
    assert found.flights == (1,)
    with pytest.raises(KeyError):
        found.index("copy")
