"""Peaks by memory space; oracles: the peaks of the compiler's two analyses, where they say one."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from tests.evidence.texts import compiled, text
from xlagym.evidence.memory.buffer_assignment import (
    AllocatedValue,
    Allocation,
    read_buffer_assignment,
)
from xlagym.evidence.memory.live_ranges import LiveRanges, read_live_ranges
from xlagym.evidence.memory.peaks import Peak, Peaks, peak_by_space


def reports(capture: str) -> tuple[LiveRanges, list[Allocation]]:
    return (
        read_live_ranges(text(capture, "live-range.txt")),
        read_buffer_assignment(text(capture, "buffer-assignment.txt")),
    )


def peaks(capture: str) -> Peaks:
    return peak_by_space(*reports(capture))


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


@pytest.mark.parametrize("capture", compiled(having="live-range.txt"))
def test_no_range_is_without_a_size(capture: str) -> None:
    """Loop-carried values too: the assignment marks them ``(phi)`` and gives their place."""
    assert peaks(capture).unsized == ()


@pytest.mark.parametrize("capture", compiled(having="live-range.txt"))
def test_no_peak_is_more_than_its_heap_holds(capture: str) -> None:
    live, allocations = reports(capture)
    for each in allocations:
        for peak in peak_by_space(live, [each]).by_space.values():
            assert 0 <= peak.bytes <= each.size


@pytest.mark.parametrize("capture", compiled("*@tpu-*", having="live-range.txt"))
def test_fullest_heap_is_the_memory_analysis_peak(capture: str) -> None:
    """The analysis adds to arguments and results the fullest heap, whichever space it is in.

    It counts another way (``ComputePeakMemory`` in XLA's ``buffer_assignment.cc``), so it is asked
    about the same values: without tables of tuples, without what a call keeps for the SparseCore,
    and, but for HBM, with values that share their place counted each.
    """
    live, allocations = reports(capture)
    always = sum(each.size for each in allocations if each.kind in _ALWAYS)
    keeping = set(_STARTED_CALL.findall(text(capture, "optimized.hlo")))
    heaps = [
        peak.bytes
        for each in allocations
        if each.kind == "temp"
        for peak in peak_by_space(live, [as_analyzed(each, keeping)]).by_space.values()
    ]
    stated = json.loads(text(capture, "memory.json"))["peak_memory_in_bytes"]
    assert always + max(heaps, default=0) == stated


def as_analyzed(heap: Allocation, keeping: set[str]) -> Allocation:
    """Return the values of a heap that the analysis counts, apart where it doesn't let them share.

    HBM's heap is simulated, with values that share. What lies elsewhere was placed before, and
    comes as births and deaths of values: one that is updated in place is two for a step.
    """
    found: list[AllocatedValue] = []
    end = 0
    for each in heap.values:
        if each.shape_text.startswith("(") or each.name in keeping:
            continue
        found.append(each if heap.space == 0 else replace(each, offset=end))
        end += each.size
    return replace(heap, values=tuple(found))


def test_an_update_in_place_takes_no_more_than_the_heap_has() -> None:
    """Why ours is less than the analysis's peak: the operand and the result are one place."""
    live, allocations = reports("checkpoint-layers@tpu-v6e")
    (vmem,) = [each for each in allocations if each.space == 1]
    ours = peak_by_space(live, [vmem]).by_space[1]
    apart = peak_by_space(live, [as_analyzed(vmem, set())]).by_space[1]
    assert ours.bytes == vmem.size == 21 * 1024 * 1024 * 2
    assert (apart.bytes, apart.instruction) == (
        28 * 1024 * 1024 * 2,
        "bitcast_dynamic-update-slice_fusion.5",
    )


_STARTED_CALL = re.compile(
    r"^ +(?:ROOT )?%(\S+) = .* (?:custom-)?call-(?:start|update)\(", re.MULTILINE
)
_ALWAYS = ("parameter", "output", "constant")


@pytest.mark.parametrize("capture", compiled("*@cpu"))
def test_memory_analysis_on_cpu_leaves_temporaries_out(capture: str) -> None:
    stated = json.loads(text(capture, "memory.json"))["peak_memory_in_bytes"]
    allocations = read_buffer_assignment(text(capture, "buffer-assignment.txt"))
    assert stated == sum(each.size for each in allocations if each.kind in _ALWAYS)
    if not any(each.kind == "temp" for each in allocations):
        assert peaks(capture).by_space[0].bytes == stated


def value(buffer: str, size: int, offset: int, space: int = 0) -> AllocatedValue:
    name, _, index = buffer.removesuffix("}").partition("{")
    return AllocatedValue(buffer, name, index, space, size, offset, "", False)


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
