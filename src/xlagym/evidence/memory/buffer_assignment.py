"""The buffer assignment, ``buffer-assignment.txt``: where each value lies, and how large it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.evidence.memory.report_error import MemoryReportError
from xlagym.evidence.text.lines import Lines

_ALLOCATION = re.compile(r"^allocation (\d+): size (\d+)(?:, color (\d+))?(?:, (.*?))?:?$")
_VALUE = re.compile(
    r"^ value: <\d+ (?P<name>\S+?)(?:\{(?P<index>[\d,]*)\})?(?P<phi> \(phi\))? @(?P<space>\d+)> "
    r"\(size=(?P<size>\d+),offset=(?P<offset>\d+)\): (?P<shape>.*)$"
)


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
