"""Memory usage, ``memory-usage.txt``: the compiler's totals of each memory space."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.evidence.memory.report_error import MemoryReportError
from xlagym.evidence.text.lines import Lines

_SPACE = re.compile(r"^Memory Space: (\S+) \(color=(\d+)\)$")
_TOTAL = re.compile(r"^Total bytes: (\d+)")
_TOTAL_OF_ALL = re.compile(r"Total bytes used: (\d+)")


@dataclass(frozen=True, slots=True)
class SpaceUsage:
    """What the usage report says of one memory space."""

    space: int
    name: str
    """As the compiler calls it: ``default``, ``vmem``, ``smem``; empty where it names none."""
    total_bytes: int


def read_memory_usage(text: str) -> dict[int, SpaceUsage]:
    """Read ``memory-usage.txt``, totals by space; raise ``MemoryReportError`` without any.

    Before jax 0.5 the CPU's has one total and names no space: that is space 0.
    """
    if match := _TOTAL_OF_ALL.match(text):
        return {0: SpaceUsage(0, "", int(match[1]))}
    usage: dict[int, SpaceUsage] = {}
    space: tuple[str, int] | None = None
    for line in Lines(text):
        if match := _SPACE.match(line):
            space = match[1], int(match[2])
        elif space is not None and (match := _TOTAL.match(line)):
            usage[space[1]] = SpaceUsage(space[1], space[0], int(match[1]))
            space = None
    if not usage:
        raise MemoryReportError("this is no memory usage report: it names no memory space")
    return usage
