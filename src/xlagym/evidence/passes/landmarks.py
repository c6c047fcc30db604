"""Steps of a compile that people look for, found by what first stands in the text after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from xlagym.evidence.hlo.fusions import MOSAIC_TARGET
from xlagym.evidence.passes.steps import Step
from xlagym.evidence.passes.text_changes import name_of, opcode_of

KERNEL = "the kernel appeared"


@dataclass(frozen=True, slots=True)
class Landmark:
    """A step and why one would go there."""

    about: str
    """As the end of ``where …``."""
    step: Step
    name: str
    """Of the instruction that shows it, without the percent sign; empty where another line does."""


def _kernel(line: str) -> bool:
    return f'custom_call_target="{MOSAIC_TARGET}"' in line


def _fusion(line: str) -> bool:
    return opcode_of(line) == "fusion"


def _tiled(line: str) -> bool:
    return opcode_of(line) is not None and ":T(" in line


def _scheduled(line: str) -> bool:
    return line.startswith("HloModule ") and "is_scheduled=true" in line


_SOUGHT: dict[str, Callable[[str], bool]] = {
    KERNEL: _kernel,
    "tiles came into the layouts": _tiled,
    "the first fusion appeared": _fusion,
    "the order of the instructions was fixed": _scheduled,
}


def landmarks(steps: Sequence[Step]) -> Iterator[Landmark]:
    """Those that this compile has, in the order of the compile; none that was there at first."""
    found = [mark for about, sought in _SOUGHT.items() if (mark := _first(steps, about, sought))]
    yield from sorted(found, key=lambda each: each.step.place)


def _first(steps: Sequence[Step], about: str, sought: Callable[[str], bool]) -> Landmark | None:
    if steps and any(row.old is not None and sought(row.text) for row in steps[0].rows):
        return None
    for step in steps:
        for row in step.rows:
            if row.old is None and row.new is not None and sought(row.text):
                return Landmark(about, step, name_of(row.text) or "")
    return None
