"""Rows of bars as SVG: places are shares, names are escaped, and what is left out is counted."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from markupsafe import Markup

from xlagym.evidence.timeline.timeline import Bar, BarKind, BarRow, Flight, OpTime, Timeline
from xlagym.gym.stations.timeline.ops import ShownOp
from xlagym.site.show.timeline_svg import AXIS, MOST, Drawing, draw, nice_step

HOSTILE = '<script>"&\u202e'


def shown(name: str, line: int, look: str = "fusion") -> ShownOp:
    said = Markup("said")
    return ShownOp(f"op-{line}", name, look, said, said, "line", line, None, (), (), 0, None)


def timeline(
    *rows: BarRow, names: tuple[str, ...] = ("one", "two", "done"), end: int = 200
) -> Timeline:
    flight = Flight("start", 0, None, None, None, ())
    ops = tuple(
        OpTime(name, "fusion", 1, 1, 1, flight=flight if name == "done" else None) for name in names
    )
    return Timeline("cycle", end, ops, rows)


def drawn(made: Timeline) -> tuple[Drawing, ET.Element]:
    ops = [shown(op.name, at + 1) for at, op in enumerate(made.ops)]
    found = draw(made, ops, "A label", lambda op: f"#{op.id}")
    return found, ET.fromstring(str(found.svg))


def boxes(svg: ET.Element) -> list[tuple[str, str, str]]:
    found = []
    for bar in svg.iter("a"):
        box = bar.find("svg")
        assert box is not None
        found.append((bar.get("data-op", ""), box.get("x", ""), box.get("width", "")))
    return found


SIMPLE = timeline(
    BarRow("", "ops", (Bar(0, 0, 50, BarKind.WORK), Bar(1, 50, 200, BarKind.WORK))),
    BarRow("", "in flight", (Bar(2, 0, 0, BarKind.FLIGHT),)),
)


def test_places_are_shares_of_the_width() -> None:
    _, svg = drawn(SIMPLE)
    assert boxes(svg) == [("op-1", "0%", "25%"), ("op-2", "25%", "75%"), ("op-3", "0%", "1")]
    assert svg.get("width") == "100%"
    assert svg.get("aria-label") == "A label"


def test_rows_stand_below_each_other_and_are_named_once() -> None:
    found, svg = drawn(SIMPLE)
    assert found.names == (("ops", "ops"), ("flight", "in flight"))
    tops = [int(box.get("y", "")) for box in svg.findall("g/a/svg")]
    assert tops == [AXIS, AXIS, AXIS + 36]
    twice = timeline(SIMPLE.rows[0], SIMPLE.rows[1], SIMPLE.rows[1])
    assert drawn(twice)[0].names[1:] == (("flight", "in flight"), ("flight", ""))


def test_several_chips_are_told_apart() -> None:
    bars = SIMPLE.rows[0].bars
    found, _ = drawn(timeline(BarRow("TPU:0", "ops", bars), BarRow("TPU:1", "ops", bars)))
    assert [name for _, name in found.names] == ["TPU:0 ops", "TPU:1 ops"]


def test_a_bar_says_its_name_and_length() -> None:
    _, svg = drawn(SIMPLE)
    labels = [bar.get("aria-label") for bar in svg.iter("a")]
    assert labels == ["%one, 50 cycles", "%two, 150 cycles", "%start → done"]
    assert [bar.get("href") for bar in svg.iter("a")] == ["#op-1", "#op-2", "#op-3"]
    assert {bar.get("tabindex") for bar in svg.iter("a")} == {"-1"}


def test_a_name_is_not_cut_into_a_narrow_bar() -> None:
    _, svg = drawn(
        timeline(BarRow("", "ops", (Bar(0, 0, 2, BarKind.WORK), Bar(1, 2, 200, BarKind.WORK))))
    )
    slim = ["slim" in (bar.get("class") or "").split() for bar in svg.iter("a")]
    assert slim == [True, False]


def test_hostile_names_stay_text_and_what_turns_it_round_is_spelled_out() -> None:
    made = timeline(SIMPLE.rows[0], names=(HOSTILE, "two"))
    found, svg = drawn(made)
    assert "<script" not in found.svg
    assert next(text.text for text in svg.findall("g/a/svg/text")) == '<script>"&U+202E'


def test_the_longest_are_drawn_where_there_are_too_many() -> None:
    bars = tuple(Bar(0, at, at + 1, BarKind.WORK) for at in range(MOST + 5))
    long = Bar(1, MOST + 10, MOST + 100, BarKind.WORK)
    found, svg = drawn(timeline(BarRow("", "ops", (*bars, long)), end=MOST + 100))
    assert found.left_out == 6
    assert len(boxes(svg)) == MOST
    assert ("op-2") in {op for op, _, _ in boxes(svg)}
    assert drawn(SIMPLE)[0].left_out == 0


@pytest.mark.parametrize(
    ("length", "marks", "step"),
    [(319_310, 5, 100_000), (200, 5, 50), (10, 5, 2), (1, 5, 1), (5_000, 5, 1_000), (0, 5, 1)],
)
def test_steps_are_round(length: int, marks: int, step: int) -> None:
    assert nice_step(length, marks) == step


def test_the_axis_begins_at_nothing_and_ends_inside() -> None:
    _, svg = drawn(SIMPLE)
    axis = svg.find("g[@class='axis']")
    assert axis is not None
    assert [text.text for text in axis.iter("text")] == ["0", "50", "100", "150", "200"]
    places = [float(line.get("x1", "").rstrip("%")) for line in axis.iter("line")]
    assert places == [0, 25, 50, 75, 100]
    assert [text.get("class") for text in axis.iter("text")] == ["first", None, None, None, "last"]


def test_no_style_and_no_script_in_it() -> None:
    found, _ = drawn(SIMPLE)
    assert not re.search(r"\sstyle=|\son\w+=", str(found.svg))
