"""Peaks by memory space; oracles: the peaks of the compiler's two analyses, where they say one."""

from __future__ import annotations

import json

import pytest

from tests.evidence.texts import compiled, one_chip, text
from xlagym.evidence.memory import (
    Allocation,
    LiveRanges,
    Value,
    read_buffer_assignment,
    read_live_ranges,
)
from xlagym.evidence.peaks import Peak, Peaks, peak_by_space


def peaks(capture: str) -> Peaks:
    return peak_by_space(
        read_live_ranges(text(capture, "live-range.txt")),
        read_buffer_assignment(text(capture, "buffer-assignment.txt")),
    )


def test_attention_has_one_peak_in_hbm_and_another_in_vmem() -> None:
    found = peaks("attention-s1024@tpu-v6e")
    assert found.by_space[0].bytes == 4 * 1024 * 128 * 2  # q, k, v and the result
    vmem = found.by_space[1]
    assert (vmem.bytes, vmem.instruction) == (2_621_440, "fusion")
    assert vmem.buffers == (
        ("fusion{}", 2_097_152),
        ("copy-start.1{0}", 262_144),
        ("copy-start{0}", 262_144),
    )
    assert found.unsized == ()


def test_at_seq_8192_the_scores_are_the_peak_of_hbm() -> None:
    hbm = peaks("attention-s8192@tpu-v6e").by_space[0]
    assert hbm.buffers[0] == ("fusion{}", 8192 * 8192 * 2)


OPEN = {"checkpoint-layers@tpu-v6e", "cross-entropy@tpu-v6e", "embedding@tpu-v6e"}
"""Where the analysis has another peak than the fullest heap, and we don't know why yet."""


@pytest.mark.parametrize("capture", compiled(having="live-range.txt"))
def test_no_range_is_without_a_size(capture: str) -> None:
    """Loop-carried values too: the assignment marks them ``(phi)`` and gives their place."""
    assert peaks(capture).unsized == ()


@pytest.mark.parametrize(
    "capture", [each for each in one_chip() if "@tpu-" in each and each not in OPEN]
)
def test_fullest_heap_is_the_memory_analysis_peak(capture: str) -> None:
    """The analysis adds to arguments and results the fullest heap, whichever space it is in.

    Ours may exceed it by the few bytes of the tables of tuples, which it leaves out.
    """
    stated = json.loads(text(capture, "memory.json"))["peak_memory_in_bytes"]
    live = read_live_ranges(text(capture, "live-range.txt"))
    allocations = read_buffer_assignment(text(capture, "buffer-assignment.txt"))
    always = sum(each.size for each in allocations if each.kind in _ALWAYS)
    heaps = [
        peak.bytes
        for each in allocations
        if each.kind == "temp"
        for peak in peak_by_space(live, [each]).by_space.values()
    ]
    assert 0 <= always + max(heaps, default=0) - stated <= 4096


_ALWAYS = ("parameter", "output", "constant")


@pytest.mark.parametrize("capture", compiled("*@cpu"))
def test_memory_analysis_on_cpu_leaves_temporaries_out(capture: str) -> None:
    stated = json.loads(text(capture, "memory.json"))["peak_memory_in_bytes"]
    allocations = read_buffer_assignment(text(capture, "buffer-assignment.txt"))
    assert stated == sum(each.size for each in allocations if each.kind in _ALWAYS)
    if not any(each.kind == "temp" for each in allocations):
        assert peaks(capture).by_space[0].bytes == stated


def value(buffer: str, size: int, offset: int, space: int = 0) -> Value:
    name, _, index = buffer.removesuffix("}").partition("{")
    return Value(buffer, name, index, space, size, offset, "", False)


def test_shared_bytes_count_once_and_gaps_are_named() -> None:
    live = LiveRanges(
        ("a", "b", "c"), {"a{}": (0, 1), "b{}": (1, 2), "c{}": (2, 2), "lost{}": (0, 2)}, None, ()
    )
    heap = Allocation(
        0,
        40,
        0,
        "preallocated-temp",
        (value("a{}", 10, 0), value("b{}", 10, 5), value("x{}", 9, 0)),
    )
    other = Allocation(1, 8, 1, "preallocated-temp", (value("c{}", 8, 0, space=1),))
    assert peak_by_space(live, [heap, other]) == Peaks(
        by_space={
            0: Peak(0, 1, "b", 15, (("a{}", 10), ("b{}", 10))),
            1: Peak(1, 2, "c", 8, (("c{}", 8),)),
        },
        unsized=("lost{}",),
        unplaced=("x{}",),
    )
