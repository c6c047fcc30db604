"""Live ranges, ``live-range.txt``: when each buffer of a compiled module is alive."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.evidence.memory.report_error import MemoryReportError
from xlagym.evidence.text.lines import Lines

_STEP = re.compile(r"^    (\d+):(\S+)$")
_RANGE = re.compile(r"^    (.+?)\{([\d,]*)\}:(\d+)-(\d+)$")
_PEAK = re.compile(r"^  Live ranges at (\d+) \(peak\):$")
_PEAK_ENTRY = re.compile(r"^    (.+?)\{([\d,]*)\}: (\d+) bytes \(cumulative: \d+ bytes\)$")


@dataclass(frozen=True, slots=True)
class LiveRanges:
    """When each buffer is alive, in steps of the schedule."""

    sequence: tuple[str, ...]
    """Instruction by step: the order in which the program runs."""
    ranges: dict[str, tuple[int, int]]
    """First and last step by buffer, ``copy-start{0}``; both are inside."""
    peak_step: int | None
    """Step of the compiler's own peak, over all memory spaces at once."""
    peak: tuple[tuple[str, int], ...]
    """Buffers and bytes (logical, unpadded) alive at it."""

    @property
    def peak_bytes(self) -> int:
        """The compiler's own peak in bytes; it mixes memory spaces."""
        return sum(size for _, size in self.peak)


def read_live_ranges(text: str) -> LiveRanges:
    """Read ``live-range.txt``; raise ``MemoryReportError`` at a line that can't be read."""
    if not text.startswith("HloLiveRange"):
        raise MemoryReportError("this is no live-range report: it doesn't start with HloLiveRange")
    sequence: list[str] = []
    ranges: dict[str, tuple[int, int]] = {}
    peak: list[tuple[str, int]] = []
    peak_step: int | None = None
    section = ""
    for number, line in enumerate(Lines(text)[1:], start=2):
        if line.startswith("  ") and not line.startswith("   "):
            section = line.strip()
            if match := _PEAK.match(line):
                section, peak_step = "peak", int(match[1])
        elif section == "InstructionSequence:" and (match := _STEP.match(line)):
            if int(match[1]) != len(sequence):
                raise MemoryReportError(f"step {match[1]} is out of order", number)
            sequence.append(match[2])
        elif section == "BufferLiveRange:" and (match := _RANGE.match(line)):
            ranges[f"{match[1]}{{{match[2]}}}"] = int(match[3]), int(match[4])
        elif section == "peak" and (match := _PEAK_ENTRY.match(line)):
            peak.append((f"{match[1]}{{{match[2]}}}", int(match[3])))
        elif line.strip() and not section.startswith("Stack trace"):
            raise MemoryReportError(f"can't read {line[:120]!r}", number)
    return LiveRanges(tuple(sequence), ranges, peak_step, tuple(peak))
