"""The ops that cost most where no profile says so, by the best estimate that the files hold.

In this order: the backend's forecast of cycles, where one was given; the estimates that a TPU
module carries in ``backend_config``, which some fusions have; and always what can be worked out
from shapes, the bytes that an op's operands and result take. Each says what it is; none is a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.fusions import executed_computations
from xlagym.evidence.hlo.opcodes import has_no_traffic
from xlagym.evidence.hlo.reader import Computation, Instruction, Module
from xlagym.evidence.hlo.shapes import bytes_of
from xlagym.evidence.reports.forecast import Forecast
from xlagym.report.read.modules import GivenModule

SHOWN = 25
"""Rows of a ranking on the page."""
_CYCLES = re.compile(r'"estimated_cycles":"?(\d{1,18})"?')


@dataclass(frozen=True, slots=True)
class Ranked:
    """One op and its figure."""

    instruction: Instruction
    figure: int
    share: float
    """Of the sum over all ops that have a figure, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Ops by one estimate, the largest first."""

    basis: str
    """What kind of figure it is, for a badge."""
    unit: str
    """``cycles`` or ``bytes``."""
    about: str
    """What the figure is and is not, in a sentence."""
    rows: tuple[Ranked, ...]
    others: int
    """Ops that have a figure and no row."""
    silent: int
    """Ops that run and have no figure."""


def rankings(reading: GivenModule) -> list[Ranking]:
    """The rankings that a module's files allow, the best first."""
    if not reading.has(HLO):
        return []
    found = []
    if reading.forecast is not None:
        found.append(_forecast(reading.hlo, reading.forecast))
    found += [_hints(reading.hlo), _bytes(reading.hlo)]
    return [each for each in found if each.rows]


def _forecast(module: Module, forecast: Forecast) -> Ranking:
    figures = [
        (each, forecast.ops[each.name]) for each in _ops(module) if each.name in forecast.ops
    ]
    return _ranked(
        module,
        figures,
        "forecast",
        "cycles",
        "The backend's static estimate, made without running. An op in a loop counts once.",
    )


def _hints(module: Module) -> Ranking:
    figures = [
        (each, int(found[1])) for each in _ops(module) if (found := _CYCLES.search(each.text))
    ]
    return _ranked(
        module,
        figures,
        "compiler's estimate",
        "cycles",
        "estimated_cycles in backend_config: what the compiler reckoned with when it chose tiles. "
        "Only some fusions have one, and it can be far from what runs.",
    )


def _bytes(module: Module) -> Ranking:
    figures = [
        (each, size)
        for computation in executed_computations(module)
        for each, size in _traffic(computation)
    ]
    return _ranked(
        module,
        figures,
        "arithmetic",
        "bytes",
        "The op's operands and result by their shapes, each counted whole, wherever they lie. "
        "An op in a loop counts once.",
    )


def _traffic(computation: Computation) -> Iterator[tuple[Instruction, int]]:
    sizes = {each.name: bytes_of(each.shape) for each in computation.instructions}
    for each in computation.instructions:
        if has_no_traffic(each) or each.opcode.endswith("-done"):
            continue
        parts = (each.name, *each.operands)
        if each.opcode.endswith("-start"):
            parts = each.operands  # Its result names the operand again.
        yield each, sum(sizes.get(name) or 0 for name in parts)


def _ops(module: Module) -> Iterator[Instruction]:
    for computation in executed_computations(module):
        yield from computation.instructions


def _ranked(
    module: Module, figures: list[tuple[Instruction, int]], basis: str, unit: str, about: str
) -> Ranking:
    figures = [each for each in figures if each[1] > 0]
    figures.sort(key=lambda each: (-each[1], each[0].line))
    total = sum(figure for _, figure in figures) or 1
    rows = tuple(Ranked(each, figure, figure / total) for each, figure in figures[:SHOWN])
    working = sum(1 for each in _ops(module) if not has_no_traffic(each))
    return Ranking(
        basis, unit, about, rows, len(figures) - len(rows), max(0, working - len(figures))
    )
