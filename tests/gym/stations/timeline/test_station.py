"""The station: its spec, its headers, what is published beside a schedule, what makes it fail."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.gym.own_exhibits import drawn_run
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.gym.rounds.station import Room, Station
from xlagym.gym.stations.timeline.room import published, superseded, timeline_of
from xlagym.gym.stations.timeline.words import amount, share
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook

FILE = "content/gym/08-timeline.yml"
SPEC = """\
number: 8
kind: timeline
title: The timeline x-ray
skill: reading-timelines
intro: One sentence.
chapters: [xla/08]
programs: {mlp: the block, attention-s8192: attention}
targets: [cpu.run, tpu-v6e]
captures:
  - mlp@tpu-v6e
  - attention-s8192@tpu-v6e
"""


def messages(text: str, store: Store, workbook: Workbook) -> list[str]:
    with pytest.raises(ProblemError) as raised:
        build_station(read_yaml(text, FILE), store, workbook.evaluate)
    return [str(problem) for problem in raised.value.problems]


def header(room: Room) -> dict[str, tuple[str, ...]]:
    return {fact.label: tuple(number.text for number in fact.numbers) for fact in room.facts}


def test_the_header_of_a_schedule(timeline_rooms: dict[str, Room]) -> None:
    assert header(timeline_rooms["attention-s8192@tpu-v6e"]) == {
        "scheduled": ("4", "2"),
        "forecast": ("319,310 cycles",),
        "in flight": ("2",),
    }


def test_the_header_of_a_run_is_the_profiles(timeline_rooms: dict[str, Room]) -> None:
    for variant in ("attention-s1024", "mlp", "rnn"):
        room = timeline_rooms[f"{variant}@cpu.run"]
        runs = drawn_run(room).timeline.runs
        assert runs is not None
        told = header(room)
        assert told["recorded"] == (str(runs.count),)
        assert told["median run"] == (f"{runs.length.median / 1e9:,.2f} ms",)
        assert told["all runs"] == (
            f"{runs.length.low / 1e9:,.2f} ms",
            f"{runs.length.high / 1e9:,.2f} ms",
        )
        assert {number.basis for number in room.numbers} == {"measured"}


def test_published_figures_stand_beside_and_keep_their_badge(
    timeline_rooms: dict[str, Room],
) -> None:
    room = timeline_rooms["attention-s8192@tpu-v6e"]
    told = {fact.label: [number.text for number in fact.numbers] for fact in room.published}
    assert told == {
        "the ops that carry the big intermediate": ["217.6 µs"],
        "the whole run": ["217.6 µs"],
        "a copy, hidden under them": ["89.6 µs"],
        "traced": ["20"],
    }
    for fact in room.published:
        for number in fact.numbers:
            assert number.basis == "published"
    assert {number.basis for fact in room.facts for number in fact.numbers} == {"compiled"}
    assert [room.capture for room in timeline_rooms.values() if room.published] == [
        "attention-s8192@tpu-v6e"
    ]


def test_bars_are_the_forecasts_and_never_the_published_sums(
    timeline_rooms: dict[str, Room],
) -> None:
    timeline = drawn_run(timeline_rooms["attention-s8192@tpu-v6e"]).timeline
    assert timeline.unit == "cycle"
    assert timeline.runs is None
    assert timeline.end == 319_310


def test_numbers_of_all_rooms_have_ids_of_their_own(timelines: Station) -> None:
    ids = [number.id for room in timelines.rooms for number in room.numbers]
    assert len(ids) == len(set(ids))
    assert all(number.page == room.path for room in timelines.rooms for number in room.numbers)


def test_ops_say_what_they_are_and_who_wrote_them(
    timeline_rooms: dict[str, Room],
) -> None:
    ops = {op.name: op for op in drawn_run(timeline_rooms["attention-s8192@tpu-v6e"]).ops}
    fusion, kernel, copy = ops["fusion"], ops["online-softmax"], ops["copy-done.1"]
    assert (fusion.author, kernel.author, copy.author) == ("line", "kernel", "compiler")
    assert (fusion.look, kernel.look, copy.look) == ("fusion", "kernel", "moves")
    assert [line.text.strip() for line in fusion.python] == ["s = q @ k.T"]
    assert "flash_attention" in kernel.wrote
    assert copy.what.startswith("<code>%copy-start.1</code> copies <code>%v.1</code> to VMEM")
    assert (copy.line, copy.start_line) == (42, 38)
    assert [line.number for line in copy.hlo] == [38, 42]
    assert fusion.hlo[0].number == fusion.line
    assert [line.number for line in fusion.hlo[1:]] == list(range(26, 33))


def test_a_library_call_on_a_cpu_is_said_to_be_one(
    timeline_rooms: dict[str, Room],
) -> None:
    ops = {op.name: op for op in drawn_run(timeline_rooms["mlp@cpu.run"]).ops}
    assert ops["ynn_fusion"].look == "library"
    assert "a call into a library, <code>__ynn_fusion</code>" in ops["ynn_fusion"].what


def test_a_station_of_two_rooms(store: Store, workbook: Workbook) -> None:
    station = build_station(read_yaml(SPEC, FILE), store, workbook.evaluate)
    assert [room.path for room in station.rooms] == [
        "/gym/08-timeline/mlp/tpu-v6e/",
        "/gym/08-timeline/attention-s8192/tpu-v6e/",
    ]
    assert [room.basis for room in station.rooms] == ["compiled", "compiled"]


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ("mlp@tpu-v6e", "mlp@tpu-v9", 10, "no capture 'mlp@tpu-v9'"),
        ("mlp@tpu-v6e", "mlp@tpu-v4", 10, "'tpu-v4' is not among the station's targets"),
        ("mlp@tpu-v6e", "rnn@tpu-v6e", 10, "'rnn' is not among the station's programs"),
        (
            "- mlp@tpu-v6e",
            "- mlp@tpu-7x",
            10,
            "'tpu-7x' is not among the station's targets",
        ),
    ],
)
def test_a_capture_that_does_not_fit_is_named(
    store: Store, workbook: Workbook, before: str, after: str, line: int, said: str
) -> None:
    (message,) = messages(SPEC.replace(before, after), store, workbook)
    assert message.startswith(f"{FILE}:{line}: station: {said}")


def test_a_schedule_without_a_forecast_is_refused(store: Store, workbook: Workbook) -> None:
    spec = SPEC.replace("mlp@tpu-v6e", "mlp@tpu-v4").replace("[cpu.run, ", "[tpu-v4, ")
    (message,) = messages(spec, store, workbook)
    assert "mlp@tpu-v4 has neither a profile nor a forecast" in message


def test_captures_that_are_no_list_are_named(store: Store, workbook: Workbook) -> None:
    spec = SPEC[: SPEC.index("captures:")] + "captures: mlp@tpu-v6e\n"
    (message,) = messages(spec, store, workbook)
    assert message.startswith(f"{FILE}:9: station: 'captures' is no list")


def test_a_published_capture_is_no_timeline(store: Store) -> None:
    with pytest.raises(ValueError, match="neither a profile nor a forecast"):
        timeline_of(store.get("attention-s8192@tpu-v6e.published"))


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (1, "cycle", "1 cycle"),
        (319_310, "cycle", "319,310 cycles"),
        (3, "step", "3 steps"),
        (0, "ps", "0 ps"),
        (999, "ps", "999 ps"),
        (1_870_000, "ps", "1.87 µs"),
        (70_300_000, "ps", "70.3 µs"),
        (111_900_000_000, "ps", "112 ms"),
        (2_500_000_000_000, "ps", "2.50 s"),
        (1_234_000_000_000_000, "ps", "1,234 s"),
    ],
)
def test_amounts_with_three_digits(value: int, unit: str, shown: str) -> None:
    assert amount(value, unit) == shown  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        (57, 100, "57 %"),
        (27, 1000, "2.7 %"),
        (1, 100_000, "under 0.1 %"),
        (0, 5, "0.0 %"),
        (1, 0, "0.0 %"),
    ],
)
def test_shares(part: int, whole: int, shown: str) -> None:
    assert share(part, whole) == shown


def test_a_measured_run_takes_published_figures_place(store: Store) -> None:
    quoted = store.get("attention-s8192@tpu-v6e.published")
    schedule = store.get("attention-s8192@tpu-v6e")
    assert superseded(store, schedule) == ""
    ran = SimpleNamespace(
        id="attention-s8192@tpu-v6e.run",
        digest="",
        basis="measured",
        chip="tpu-v6e",
        manifest=SimpleNamespace(variant="attention-s8192"),
    )
    captures = {each.id: each for each in (quoted, schedule, ran)}
    arrived = Store(store.root, cast(Any, captures))
    assert superseded(arrived, schedule) == (
        "The timeline of attention-s8192 on tpu-v6e is measured; it takes the published figures' "
        "place."
    )
    assert published(arrived, schedule, "/gym/", lambda *_, **__: pytest.fail("quotes")) == ()
