"""Buffers as places: values that follow each other at one address while they overlap are one.

An update in place, or what a loop carries round, is several values in the compiler's reports and
one piece of memory. A chart that drew each of them would have people add the same bytes twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from xlagym.evidence.memory.buffer_assignment import AllocatedValue, Allocation
from xlagym.evidence.memory.live_ranges import LiveRanges


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """A piece of one memory, from when it is taken until it is free."""

    values: tuple[AllocatedValue, ...]
    """In the order in which they are born; each overlaps another one in time."""
    first: int
    last: int
    """Steps of the schedule; both are inside."""
    bytes: int
    """Taken, padded."""
    kind: str
    """``parameter``, ``constant``, ``temp``, ``output``, ``thread-local`` or ``other``.

    What borrows a result's memory and is gone before the end is ``temp``."""

    @property
    def buffer(self) -> str:
        """Its first value, as the live ranges name it."""
        return self.values[0].buffer

    def alive(self, step: int) -> bool:
        """Whether it is taken at that step."""
        return self.first <= step <= self.last


def places(
    live: LiveRanges, allocations: Sequence[Allocation], space: int
) -> tuple[MemoryPlace, ...] | None:
    """All places of a memory space, by birth and then by size.

    None where two that are alive at once share a part of their bytes: then no chart adds up.
    """
    held = [
        (allocation, value)
        for allocation in allocations
        for value in allocation.values
        if value.space == space and value.buffer in live.ranges
    ]
    held.sort(key=lambda each: (*_address(*each), *live.ranges[each[1].buffer], each[1].buffer))
    found: list[MemoryPlace] = []
    where: list[tuple[int, int, int]] = []
    for allocation, value in held:
        address = _address(allocation, value)
        first, last = live.ranges[value.buffer]
        if found and where[-1] == address and found[-1].last >= first:
            before = found[-1]
            values = (*before.values, value)
            last = max(last, before.last)
            found[-1] = MemoryPlace(values, before.first, last, value.size, allocation.kind)
        else:
            where.append(address)
            found.append(MemoryPlace((value,), first, last, value.size, allocation.kind))
    if _overlapping(found, where):
        return None
    found = [_borrowed(each) if each.last < len(live.sequence) else each for each in found]
    return tuple(sorted(found, key=lambda each: (each.first, -each.bytes, each.buffer)))


def fullest(held: Sequence[MemoryPlace]) -> tuple[int, int]:
    """The first step at which these places take most bytes together, and how many.

    Raises ValueError where there are none.
    """
    # Bytes only grow where a place is taken, so the peak is at the start of one.
    taken = {
        step: sum(each.bytes for each in held if each.alive(step))
        for step in sorted({each.first for each in held})
    }
    step = max(taken, key=lambda at: (taken[at], -at))
    return step, taken[step]


def _borrowed(place: MemoryPlace) -> MemoryPlace:
    return replace(place, kind="temp") if place.kind == "output" else place


def _address(allocation: Allocation, value: AllocatedValue) -> tuple[int, int, int]:
    return allocation.index, value.offset, value.size


def _overlapping(found: Sequence[MemoryPlace], where: Sequence[tuple[int, int, int]]) -> bool:
    """Whether two places take the same byte at the same time."""
    alive = [(address, place) for address, place in zip(where, found, strict=True) if place.bytes]
    return any(
        one[0] == other[0]
        and one[1] < other[1] + other[2]
        and other[1] < one[1] + one[2]
        and place.first <= later.last
        and later.first <= place.last
        for at, (one, place) in enumerate(alive)
        for other, later in alive[at + 1 :]
    )
