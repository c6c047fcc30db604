"""Ways to name another buffer than the one that owns a peak, each run on the same evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.evidence.memory.places import places
from xlagym.gym.stations.peak_owner.scene import logical

if TYPE_CHECKING:
    from xlagym.evidence.memory.places import MemoryPlace
    from xlagym.gym.stations.peak_owner.scene import PeakScene

ANOTHER_TIME = "size without time"
ANOTHER_MEMORY = "one memory for another"
UNPADDED = "logical for padded bytes"
WHAT_RUNS = "what is written for what is held"
LAST_BORN = "the last one for the largest"
LONGEST = "time for size"
OVER_TIME = "bytes times time"
AT_THE_END = "the end for the peak"
ARGUMENTS = "arguments above all"
NO_ARGUMENTS = "arguments forgotten"


@dataclass(frozen=True, slots=True)
class PeakGuess:
    """Where a misreading leads."""

    name: str
    place: MemoryPlace


def guesses(drawn: PeakScene) -> Iterator[PeakGuess]:
    """What each misreading would choose among the rows of the chart; some lead to the owner."""
    rows, owner = drawn.shown, drawn.owner
    alive = [each for each in rows if each.alive(drawn.step)]
    gone = [each for each in rows if not each.alive(drawn.step) and each.bytes >= owner.bytes]
    arguments = [each for each in rows if each.kind == "parameter"]
    others = [each for each in alive if each.kind != "parameter"]
    written = [each for each in rows if any(value.name == drawn.runs for value in each.values)]
    end = max(each.last for each in rows)
    ways: list[tuple[str, Sequence[MemoryPlace], Callable[[MemoryPlace], int]]] = [
        (ANOTHER_TIME, gone, lambda each: each.bytes),
        (UNPADDED, alive, logical),
        (WHAT_RUNS, written, lambda each: each.bytes),
        (LAST_BORN, alive, lambda each: each.first),
        (LONGEST, rows, lambda each: each.last - each.first),
        (OVER_TIME, rows, lambda each: each.bytes * (each.last - each.first + 1)),
        (AT_THE_END, [each for each in rows if each.last == end], lambda each: each.bytes),
        (
            (NO_ARGUMENTS, others, lambda each: each.bytes)
            if owner.kind == "parameter"
            else (ARGUMENTS, arguments, lambda each: each.bytes)
        ),
    ]
    for name, among, by in ways:
        if among:
            yield PeakGuess(name, max(among, key=lambda each: (by(each), each.bytes, -each.first)))
    if (elsewhere := _of_another_memory(drawn)) is not None:
        yield PeakGuess(ANOTHER_MEMORY, elsewhere)


def _of_another_memory(drawn: PeakScene) -> MemoryPlace | None:
    """The largest buffer at the compiler's own peak, where that lies in another memory."""
    live = drawn.capture.live_ranges
    if not live.peak:
        return None
    largest = max(live.peak, key=lambda each: each[1])[0]
    spaces = {each.space for each in drawn.capture.allocations} - {drawn.space}
    for space in sorted(spaces):
        for each in places(live, drawn.capture.allocations, space) or ():
            if any(value.buffer == largest for value in each.values):
                return each
    return None
