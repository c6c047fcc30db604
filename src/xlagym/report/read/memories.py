"""A module's memory, by the compiler's own reports: each memory space apart, never one sum."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.captures.forms import BUFFERS, LIVE_RANGES, MEMORY, MEMORY_USAGE
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.memory.peaks import Peaks
from xlagym.evidence.memory.usage import SpaceUsage
from xlagym.report.read.modules import GivenModule

NAMED = 8
"""Largest buffers named at a peak."""
MOST = 3_000
"""Live ranges of which peaks are worked out; the work grows with their square."""


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """One memory space."""

    name: str
    allocated: int | None
    """Bytes of its allocations; None where no buffer assignment was given."""
    peak: int | None
    """Bytes taken at its fullest step; None where that can't be worked out."""
    at: str
    """The instruction at that step."""
    buffers: tuple[tuple[str, int], ...]
    """The largest buffers alive then, and their bytes."""
    reported: int | None
    """What the compiler's usage report says; None where there is none."""


@dataclass(frozen=True, slots=True)
class MemoryView:
    """What the reports say."""

    spaces: tuple[SpaceRow, ...]
    stats: tuple[tuple[str, int], ...]
    """``memory_analysis()``: what, and bytes."""
    remarks: tuple[str, ...]
    """What could not be counted."""

    @property
    def any(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.spaces or self.stats)


def memory_view(reading: GivenModule) -> MemoryView:
    """Put a module's memory reports side by side."""
    peaks, remarks = _peaks(reading)
    allocated: dict[int, int] = {}
    for each in reading.find(BUFFERS) or ():
        allocated[each.space] = allocated.get(each.space, 0) + each.size
    usage = reading.find(MEMORY_USAGE) or {}
    spaces = sorted({*allocated, *usage, *(peaks.by_space if peaks else ())})
    return MemoryView(
        tuple(_row(space, reading.chip, allocated, peaks, usage.get(space)) for space in spaces),
        _stats(reading),
        tuple(remarks),
    )


def _row(
    space: int,
    chip: str,
    allocated: dict[int, int],
    peaks: Peaks | None,
    usage: SpaceUsage | None,
) -> SpaceRow:
    peak = peaks.by_space.get(space) if peaks else None
    return SpaceRow(
        name=space_name(space, chip),
        allocated=allocated.get(space),
        peak=peak.bytes if peak else None,
        at=peak.instruction if peak else "",
        buffers=peak.buffers[:NAMED] if peak else (),
        reported=usage.total_bytes if usage else None,
    )


def _peaks(reading: GivenModule) -> tuple[Peaks | None, list[str]]:
    if not reading.has(LIVE_RANGES) or not reading.find(BUFFERS):
        return None, []
    if (count := len(reading.live_ranges.ranges)) > MOST:
        return None, [f"{count:,} live ranges: peaks are worked out up to {MOST:,} only."]
    peaks = reading.peaks
    remarks = []
    if peaks.unsized:
        remarks.append(
            f"{len(peaks.unsized)} live buffers have no size in the assignment (loops carry them): "
            "a peak is at least what it says."
        )
    return peaks, remarks


def _stats(reading: GivenModule) -> tuple[tuple[str, int], ...]:
    stats = reading.find(MEMORY)
    if stats is None:
        return ()
    return (
        ("arguments", stats.argument_bytes),
        ("results", stats.output_bytes),
        ("temporaries", stats.temp_bytes),
        ("aliased", stats.alias_bytes),
        ("code", stats.generated_code_bytes),
    )
