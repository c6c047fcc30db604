"""The memory reports; oracles: the compiler's own totals, peak and memory analysis."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evidence.texts import compiled, text
from xlagym.evidence.hlo.shapes import Array, parse_shape
from xlagym.evidence.memory.buffer_assignment import (
    AllocatedValue,
    Allocation,
    read_buffer_assignment,
)
from xlagym.evidence.memory.live_ranges import read_live_ranges
from xlagym.evidence.memory.report_error import MemoryReportError
from xlagym.evidence.memory.usage import SpaceUsage, read_memory_usage
from xlagym.evidence.reports.cost import read_memory_stats

ATTENTION = "attention-s1024@tpu-v6e"


def allocations(capture: str) -> list[Allocation]:
    return read_buffer_assignment(text(capture, "buffer-assignment.txt"))


def total(capture: str, kind: str, space: int = 0) -> int:
    return sum(
        each.size for each in allocations(capture) if (each.kind, each.space) == (kind, space)
    )


def test_live_ranges_of_attention() -> None:
    live = read_live_ranges(text(ATTENTION, "live-range.txt"))
    assert live.sequence[:2] == ("q.1", "copy-start")
    assert live.sequence[6] == "fusion"
    assert live.ranges["fusion{}"] == (6, 8)
    assert live.ranges["copy-start{0}"] == (1, 6)
    assert (live.peak_step, live.peak_bytes) == (8, 3_407_872)
    assert live.peak[0] == ("fusion{}", 2_097_152)


def test_the_scores_lie_in_vmem() -> None:
    held = {value.buffer: (each, value) for each in allocations(ATTENTION) for value in each.values}
    allocation, scores = held["fusion{}"]
    assert scores == AllocatedValue(
        buffer="fusion{}",
        name="fusion",
        index="",
        space=1,
        size=2_097_152,
        offset=262_144,
        shape_text="bf16[1024,1024]{1,0:T(8,128)(2,1)S(1)}",
        is_phi=False,
    )
    assert (allocation.kind, allocation.space, allocation.size) == ("temp", 1, 2_621_440)


def test_usage_by_space() -> None:
    assert read_memory_usage(text(ATTENTION, "memory-usage.txt")) == {
        0: SpaceUsage(0, "default", 1_064_992),
        1: SpaceUsage(1, "vmem", 2_621_440),
        2: SpaceUsage(2, "smem", 8),
    }


def test_what_a_loop_carries_round_shares_its_place() -> None:
    state = [
        value
        for each in allocations("rnn@tpu-v6e")
        for value in each.values
        if value.name.startswith("while") and value.is_phi
    ]
    assert state
    for value in state:
        shared = [
            other
            for each in allocations("rnn@tpu-v6e")
            if value in each.values
            for other in each.values
            if (other.offset, other.size) == (value.offset, value.size)
        ]
        assert len(shared) > 1, f"{value.buffer} shares its place with nothing"


@pytest.mark.parametrize("capture", compiled())
def test_sums_are_those_of_the_memory_analysis(capture: str) -> None:
    stats = read_memory_stats(text(capture, "memory.json"))
    assert total(capture, "parameter") == stats.argument_bytes
    assert total(capture, "output") == stats.output_bytes


@pytest.mark.parametrize("capture", compiled())
def test_sums_are_those_of_the_usage_report(capture: str) -> None:
    usage = read_memory_usage(text(capture, "memory-usage.txt"))
    for space, said in usage.items():
        found = sum(each.size for each in allocations(capture) if each.space == space)
        assert found == said.total_bytes


@pytest.mark.parametrize("capture", compiled(having="live-range.txt"))
def test_the_compilers_peak_lists_what_is_alive_then(capture: str) -> None:
    """Names and sizes at the peak: ours from the ranges and the assignment, theirs as listed."""
    live = read_live_ranges(text(capture, "live-range.txt"))
    assert live.peak_step is not None
    alive = {name for name, (first, last) in live.ranges.items() if first <= live.peak_step <= last}
    assert alive == {name for name, _ in live.peak}
    shapes = {
        value.buffer: parse_shape(value.shape_text)
        for each in allocations(capture)
        for value in each.values
    }
    for name, size in live.peak:
        shape = shapes[name]
        if isinstance(shape, Array):
            assert shape.bytes == size


@pytest.mark.parametrize("capture", compiled())
def test_every_value_is_as_large_as_its_padded_shape(capture: str) -> None:
    for each in allocations(capture):
        for value in each.values:
            shape = parse_shape(value.shape_text)
            assert value.offset + value.size <= each.size
            if isinstance(shape, Array):
                assert shape.memory_space == value.space == each.space
                assert shape.bytes <= value.size


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("", "no live-range report"),
        (
            "HloLiveRange (max 1):\n  InstructionSequence:\n    1:a",
            "line 3: step 1 is out of order",
        ),
        (
            "HloLiveRange (max 1):\n  BufferLiveRange:\n    a{}:x",
            r"line 3: can't read '    a\{\}:x'",
        ),
    ],
)
def test_a_live_range_report_that_is_none(report: str, message: str) -> None:
    with pytest.raises(MemoryReportError, match=message):
        read_live_ranges(report)


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("", "no buffer assignment"),
        ("BufferAssignment:\n value: <1 a @0> (size=1,offset=0): f32[]", "line 2: can't read"),
        ("BufferAssignment:\nallocation 0: size 4, page 0:\n value: <1 a>", "line 3: can't read"),
    ],
)
def test_a_buffer_assignment_that_is_none(report: str, message: str) -> None:
    with pytest.raises(MemoryReportError, match=message):
        read_buffer_assignment(report)


def test_a_usage_report_of_before_it_named_spaces() -> None:
    old = text("mlp@cpu+jax-0.4.38", "memory-usage.txt")
    assert read_memory_usage(old) == {0: SpaceUsage(0, "", 92_284_928)}


def test_a_usage_report_that_is_none() -> None:
    with pytest.raises(MemoryReportError, match="names no memory space"):
        read_memory_usage("Memory Space: vmem (color=1)\n")


REPORTS = {
    "live-range.txt": read_live_ranges,
    "buffer-assignment.txt": read_buffer_assignment,
    "memory-usage.txt": read_memory_usage,
}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(sorted(REPORTS)),
    st.integers(min_value=0, max_value=1500),
    st.integers(min_value=0, max_value=1500),
    st.text(max_size=20),
)
def test_damaged_reports_raise_nothing_but_their_own_error(
    name: str, start: int, end: int, put: str
) -> None:
    content = text("rnn@tpu-v6e", name)
    with contextlib.suppress(MemoryReportError):
        REPORTS[name](content[:start] + put + content[end:])
