"""The peak of each memory space: live ranges joined with the buffer assignment.

The compiler's live-range report has one peak over all spaces together, which no memory ever holds,
and sizes at that peak only. Here each space has its own, in bytes that are really taken: values
that share a place, as those that a loop carries round do, are counted once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xlagym.evidence.memory.buffer_assignment import AllocatedValue, Allocation
from xlagym.evidence.memory.live_ranges import LiveRanges


@dataclass(frozen=True, slots=True)
class Peak:
    """The fullest step of one memory space."""

    space: int
    step: int
    instruction: str
    """What runs at that step."""
    bytes: int
    """Taken by the live values, padded."""
    buffers: tuple[tuple[str, int], ...]
    """Live values and their bytes, largest first; together more than ``bytes`` where they share."""


@dataclass(frozen=True, slots=True)
class Peaks:
    """Peaks by memory space, and what could not be counted."""

    by_space: dict[int, Peak]
    unsized: tuple[str, ...]
    """Live buffers that the assignment gives no size: every peak is at least what it says."""
    unplaced: tuple[str, ...]
    """Assigned values without a live range: alive at an unknown time, in no peak."""


def peak_by_space(live: LiveRanges, allocations: Sequence[Allocation]) -> Peaks:
    """Return the peak of every space that holds a value with a live range."""
    placed: dict[str, tuple[int, AllocatedValue]] = {}
    for allocation in allocations:
        for value in allocation.values:
            placed[value.buffer] = allocation.index, value
    sized = {name: where for name, where in placed.items() if name in live.ranges}
    spaces = sorted({value.space for _, value in sized.values()})
    return Peaks(
        by_space={space: _peak(space, live, sized) for space in spaces},
        unsized=tuple(name for name in live.ranges if name not in placed),
        unplaced=tuple(name for name in placed if name not in live.ranges),
    )


def _peak(space: int, live: LiveRanges, sized: Mapping[str, tuple[int, AllocatedValue]]) -> Peak:
    held = {name: where for name, where in sized.items() if where[1].space == space}
    # Bytes only grow where a value is born, so the peak is at the start of one.
    starts = sorted({live.ranges[name][0] for name in held})
    taken = {
        step: _taken(where for name, where in held.items() if _alive(live, name, step))
        for step in starts
    }
    step = max(taken, key=lambda at: (taken[at], -at))
    alive = [(name, value.size) for name, (_, value) in held.items() if _alive(live, name, step)]
    instruction = live.sequence[step] if step < len(live.sequence) else ""
    alive.sort(key=lambda item: (-item[1], item[0]))
    return Peak(space, step, instruction, taken[step], tuple(alive))


def _alive(live: LiveRanges, name: str, step: int) -> bool:
    first, last = live.ranges[name]
    return first <= step <= last


def _taken(places: Iterable[tuple[int, AllocatedValue]]) -> int:
    """Bytes under a set of places, each byte of an allocation counted once."""
    spans = sorted((index, value.offset, value.offset + value.size) for index, value in places)
    total = 0
    allocation, reach = -1, 0
    for index, start, end in spans:
        if index != allocation:
            allocation, reach = index, 0
        total += max(0, end - max(start, reach))
        reach = max(reach, end)
    return total
