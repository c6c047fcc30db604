"""The compiler's reports on memory: live ranges, buffer assignment, usage by memory space."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.evidence.text.lines import Lines

_STEP = re.compile(r"^    (\d+):(\S+)$")
_RANGE = re.compile(r"^    (.+?)\{([\d,]*)\}:(\d+)-(\d+)$")
_PEAK = re.compile(r"^  Live ranges at (\d+) \(peak\):$")
_PEAK_ENTRY = re.compile(r"^    (.+?)\{([\d,]*)\}: (\d+) bytes \(cumulative: \d+ bytes\)$")
_ALLOCATION = re.compile(r"^allocation (\d+): size (\d+)(?:, color (\d+))?(?:, (.*?))?:?$")
_VALUE = re.compile(
    r"^ value: <\d+ (?P<name>\S+?)(?:\{(?P<index>[\d,]*)\})?(?P<phi> \(phi\))? @(?P<space>\d+)> "
    r"\(size=(?P<size>\d+),offset=(?P<offset>\d+)\): (?P<shape>.*)$"
)
_SPACE = re.compile(r"^Memory Space: (\S+) \(color=(\d+)\)$")
_TOTAL = re.compile(r"^Total bytes: (\d+)")
_TOTAL_OF_ALL = re.compile(r"Total bytes used: (\d+)")


class MemoryReportError(ValueError):
    """Raised when a report is none of the compiler's, or a line of it can't be read."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


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


@dataclass(frozen=True, slots=True)
class AllocatedValue:
    """A value's place in an allocation."""

    buffer: str
    """``copy-start{0}``, as the live ranges name it."""
    name: str
    index: str
    """Place in a tuple, ``0`` or ``1,0``; empty for the whole."""
    space: int
    size: int
    """Bytes, padded."""
    offset: int
    shape_text: str
    is_phi: bool
    """Whether it stands for what a loop carries round: it shares its place with other values."""


@dataclass(frozen=True, slots=True)
class Allocation:
    """One piece of memory, and the values that take turns in it."""

    index: int
    size: int
    """Bytes."""
    space: int
    """The compiler's color, the n of ``S(n)``."""
    note: str
    """What the report says of it, ``parameter 0, shape |bf16[8]| at ShapeIndex {}``."""
    values: tuple[AllocatedValue, ...]

    @property
    def kind(self) -> str:
        """``parameter``, ``constant``, ``temp``, ``output``, ``thread-local`` or ``other``."""
        for kind, mark in _KINDS:
            if mark in self.note:
                return kind
        return "other"


_KINDS = (
    ("parameter", "parameter "),
    ("constant", "constant"),
    ("thread-local", "thread-local"),
    ("temp", "preallocated-temp"),
    ("output", "maybe-live-out"),
)


@dataclass(frozen=True, slots=True)
class SpaceUsage:
    """What the usage report says of one memory space."""

    space: int
    name: str
    """As the compiler calls it: ``default``, ``vmem``, ``smem``; empty where it names none."""
    total_bytes: int


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


def read_buffer_assignment(text: str) -> list[Allocation]:
    """Read ``buffer-assignment.txt``; raise ``MemoryReportError`` at a line that can't be read."""
    if not text.startswith("BufferAssignment:"):
        raise MemoryReportError("this is no buffer assignment: it doesn't start with its title")
    heads: list[tuple[int, int, int, str]] = []
    values: list[list[AllocatedValue]] = []
    for number, line in enumerate(Lines(text)[1:], start=2):
        if match := _ALLOCATION.match(line):
            heads.append((int(match[1]), int(match[2]), int(match[3] or 0), match[4] or ""))
            values.append([])
        elif values and (match := _VALUE.match(line)):
            values[-1].append(_value(match))
        elif not line.strip():
            break  # some versions add totals after the list of allocations
        else:
            raise MemoryReportError(f"can't read {line[:120]!r}", number)
    return [Allocation(*head, values=tuple(held)) for head, held in zip(heads, values, strict=True)]


def _value(match: re.Match[str]) -> AllocatedValue:
    index = match["index"] or ""
    return AllocatedValue(
        buffer=f"{match['name']}{{{index}}}",
        name=match["name"],
        index=index,
        space=int(match["space"]),
        size=int(match["size"]),
        offset=int(match["offset"]),
        shape_text=match["shape"],
        is_phi=match["phi"] is not None,
    )


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
