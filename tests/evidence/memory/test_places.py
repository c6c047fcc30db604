"""Buffers as places: values that share one address and overlap are one."""

from __future__ import annotations

import pytest

from tests.evidence.texts import compiled, text
from xlagym.evidence.memory.buffer_assignment import (
    AllocatedValue,
    Allocation,
    read_buffer_assignment,
)
from xlagym.evidence.memory.live_ranges import LiveRanges, read_live_ranges
from xlagym.evidence.memory.peaks import peak_by_space
from xlagym.evidence.memory.places import MemoryPlace, fullest, places


def value(name: str, offset: int, size: int) -> AllocatedValue:
    return AllocatedValue(
        f"{name}{{}}", name, "", 0, size, offset, f"s8[{size}]{{0}}", is_phi=False
    )


def live(**ranges: tuple[int, int]) -> LiveRanges:
    named = {f"{name}{{}}": span for name, span in ranges.items()}
    return LiveRanges(tuple("abcdef"), named, None, ())


def heap(*values: AllocatedValue, note: str = "preallocated-temp") -> list[Allocation]:
    return [Allocation(0, 64, 0, note, values)]


def test_an_update_in_place_is_one_place() -> None:
    found = places(live(a=(0, 2), b=(2, 4)), heap(value("a", 0, 8), value("b", 0, 8)), 0)
    assert found == (
        MemoryPlace((value("a", 0, 8), value("b", 0, 8)), first=0, last=4, bytes=8, kind="temp"),
    )


def test_an_address_that_is_taken_again_later_is_another_place() -> None:
    found = places(live(a=(0, 1), b=(2, 4)), heap(value("a", 0, 8), value("b", 0, 8)), 0)
    assert [each.buffer for each in found or ()] == ["a{}", "b{}"]


def test_places_that_share_some_of_their_bytes_add_up_to_nothing() -> None:
    assert places(live(a=(0, 2), b=(1, 4)), heap(value("a", 0, 8), value("b", 4, 8)), 0) is None


def test_what_borrows_a_result_is_temporary() -> None:
    held = heap(value("a", 0, 8), value("b", 0, 8), note="maybe-live-out")
    found = places(live(a=(0, 1), b=(2, 6)), held, 0)
    assert [each.kind for each in found or ()] == ["temp", "output"]


@pytest.mark.parametrize("capture", compiled(having="live-range.txt"))
def test_the_fullest_step_is_the_peak_by_the_byte(capture: str) -> None:
    ranges = read_live_ranges(text(capture, "live-range.txt"))
    allocations = read_buffer_assignment(text(capture, "buffer-assignment.txt"))
    for space, peak in peak_by_space(ranges, allocations).by_space.items():
        if held := places(ranges, allocations, space):
            assert fullest(held) == (peak.step, peak.bytes)
