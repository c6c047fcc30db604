"""One memory of one program, as a chart shows it: who lives when, and which buffers can be chosen.

A chart shows the largest places. What is too small for it still counts, and a memory whose fullest
step would move without them is not asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import BUFFERS, LIVE_RANGES
from xlagym.evidence.hlo.shapes import Array, parse_shape
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.memory.places import MemoryPlace, fullest, places
from xlagym.gym.rounds.exhibits import LiveChart, LiveRow
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.words import code, counted, listed, sentence
from xlagym.numbers.units.scaled import exact, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm
    from xlagym.evidence.hlo.instruction import Instruction
    from xlagym.evidence.memory.buffer_assignment import AllocatedValue

ROWS = range(14, 31)
"""How many of the largest buffers a chart shows: as few as agree with all about the peak."""
_WEIGHS = 1000
"""Bytes of unknown time that are more than this part of the peak make it uncertain."""
_LEAST = 3
"""Rows under which a chart asks nothing."""
_SMALL = 4096
"""Bytes under which a memory is not worth asking about."""
_KINDS = {"parameter": "argument", "output": "result", "constant": "constant", "temp": "temporary"}
_NAMED = 2
"""Values of one place that its name spells out."""


@dataclass(frozen=True, slots=True)
class PeakScene:
    """What lies in one memory of a program, and where it is fullest."""

    capture: Capture
    space: int
    held: tuple[MemoryPlace, ...]
    """All places that take any bytes."""
    shown: tuple[MemoryPlace, ...]
    """The rows of the chart."""
    step: int
    """The first one at which the memory is fullest."""
    bytes: int
    """Taken at it, padding included."""

    @property
    def name(self) -> str:
        """Of the memory: ``HBM``, ``VMEM``; ``memory`` on a CPU."""
        return space_name(self.space, self.capture.target)

    @property
    def alive(self) -> tuple[MemoryPlace, ...]:
        """What is taken at the peak, largest first."""
        found = [each for each in self.held if each.alive(self.step)]
        return tuple(sorted(found, key=lambda each: (-each.bytes, each.first, each.buffer)))

    @property
    def owner(self) -> MemoryPlace:
        """The largest of them."""
        return self.alive[0]

    @property
    def runs(self) -> str:
        """What runs at the peak, without ``%``."""
        sequence = self.capture.live_ranges.sequence
        return sequence[self.step] if self.step < len(sequence) else ""

    def instruction(self, name: str) -> Instruction | None:
        """What the optimized module calls by this name; None where it has no such."""
        try:
            return self.capture.hlo.instruction(name)
        except KeyError:
            return None

    def chart(self, *, told: bool) -> LiveChart:
        """The chart; once ``told``, with the peak marked and the bytes that are held."""
        rows = tuple(self._row(each, told) for each in self.shown)
        return LiveChart(
            f"{sentence(self.name)}, step by step",
            len(self.capture.live_ranges.sequence),
            rows,
            self._note(),
            self.step if told else None,
            tuple(self._held()) if told else (),
        )

    def _row(self, place: MemoryPlace, told: bool) -> LiveRow:
        about = f"{plain_type(place.values[0])}, {kind(place)}"
        owns = told and place is self.owner
        return LiveRow(
            name_of(place), about, size(place.bytes), place.bytes, place.first, place.last, owns
        )

    def _held(self) -> Iterable[tuple[int, str, int]]:
        before = -1
        end = len(self.capture.live_ranges.sequence)
        for step in range(end + 1):
            taken = sum(each.bytes for each in self.held if each.alive(step))
            if taken != before:
                yield step, size(taken), taken
            before = taken

    def _note(self) -> Markup:
        id = self.capture.id
        note = Markup("From {} and {} of <code>{}</code>.").format(
            line_link(id, LIVE_RANGES, 1, LIVE_RANGES.file),
            line_link(id, BUFFERS, 1, BUFFERS.file),
            id,
        )
        if rest := len(self.held) - len(self.shown):
            largest = max(each.bytes for each in self.held if each not in self.shown)
            note += Markup(" {} of at most {} not drawn.").format(
                counted(rest, "buffer"), f"{exact(largest)} {'is' if rest == 1 else 'are'}"
            )
        return note


def scene(capture: Capture, space: int) -> PeakScene | None:
    """The scene of a memory; None where its chart would ask nothing, or nothing that is certain.

    That is where places overlap in part, where values without a known time weigh, where two are the
    largest at the peak, where there are too few, or where the peak is another without small ones.
    """
    live, allocations = capture.live_ranges, capture.allocations
    found = places(live, allocations, space)
    held = tuple(each for each in found or () if each.bytes)
    if len(held) < _LEAST:
        return None
    step, taken = fullest(held)
    if taken < _SMALL:
        return None
    untimed = sum(
        value.size
        for allocation in allocations
        for value in allocation.values
        if value.space == space and value.buffer not in live.ranges
    )
    rows = _rows(held, step)
    alive = sorted((each.bytes for each in held if each.alive(step)), reverse=True)
    unsure = untimed * _WEIGHS > taken or (len(alive) > 1 and alive[0] == alive[1])
    if unsure or len(rows) < _LEAST:
        return None
    return PeakScene(capture, space, held, tuple(rows), step, taken)


def _rows(held: Sequence[MemoryPlace], step: int) -> list[MemoryPlace]:
    """The largest, in their order; none where too many are needed to have the peak where it is."""
    ranked = sorted(held, key=lambda each: -each.bytes)
    for count in ROWS:
        rows = [each for each in held if each in ranked[:count]]
        if fullest(rows)[0] == step:
            return rows
    return []


def kind(place: MemoryPlace) -> str:
    """What it is for, in a word."""
    return _KINDS.get(place.kind, "other")


def value_name(value: AllocatedValue) -> Markup:
    """``%fusion.7``, and of a tuple's part ``%fusion.7{1}``."""
    return code(f"%{value.name}{{{value.index}}}" if value.index else f"%{value.name}")


def name_of(place: MemoryPlace) -> Markup:
    """Its values in their order; of many, the first."""
    names = [value_name(each) for each in place.values]
    if len(names) > _NAMED:
        more = Markup("{} more in its place").format(len(names) - 1)
        return listed([names[0], more])
    return Markup(", then ").join(names)


def plain_type(value: AllocatedValue) -> str:
    """``bf16[1024,4096]``; of a tuple's table of addresses, that."""
    shape = parse_shape(value.shape_text)
    return shape.plain if isinstance(shape, Array) else "a tuple's table"


def logical(place: MemoryPlace) -> int:
    """Bytes without padding; 0 for what has no elements of its own."""
    shape = parse_shape(place.values[0].shape_text)
    return shape.bytes if isinstance(shape, Array) else 0


def found_link(capture: Capture, form: AnyForm, needle: str, text: str) -> Markup:
    """A link to the first line of a report that holds ``needle``; no link where none does."""
    line = capture.line_of(form, needle)
    return Markup("{}").format(text) if line is None else line_link(capture.id, form, line, text)


def steps(place: MemoryPlace) -> str:
    """``3 to 11``."""
    return f"{place.first} to {place.last}"


def range_link(capture: Capture, place: MemoryPlace) -> Markup:
    """``3 to 11``, leading to the line of its first value in the live ranges."""
    first, last = capture.live_ranges.ranges[place.buffer]
    return found_link(capture, LIVE_RANGES, f"    {place.buffer}:{first}-{last}", steps(place))


def size_link(capture: Capture, value: AllocatedValue) -> Markup:
    """Its exact bytes, leading to its line in the buffer assignment."""
    spelled = f"{value.name}{{{value.index}}}" if value.index else value.name
    needles = [f" {spelled} @{value.space}>", f" {spelled} (phi) @{value.space}>"]
    needles.append(f" {value.name}{{}} @{value.space}>")
    text = capture.text(BUFFERS)
    needle = next((each for each in needles if each in text), spelled)
    return found_link(capture, BUFFERS, needle, exact(value.size))
