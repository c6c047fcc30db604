"""One module, read: its optimized HLO, its StableHLO, what the compiler reported of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from xlagym.evidence.hlo.carriers import Carrier, big_intermediate, carriers
from xlagym.evidence.hlo.reader import HloError, Instruction, Module, read_hlo
from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.memory.reports import (
    Allocation,
    LiveRanges,
    MemoryReportError,
    SpaceUsage,
    read_buffer_assignment,
    read_live_ranges,
    read_memory_usage,
)
from xlagym.evidence.origins.origins import Origins, origins
from xlagym.evidence.passes.reader import (
    Passes,
    PassesError,
    passes_from_dumps,
    passes_from_metadata,
    read_passes,
)
from xlagym.evidence.reports.cost import Cost, CostError, MemoryStats, read_cost, read_memory_stats
from xlagym.evidence.reports.forecast import Forecast, ForecastError, read_forecast
from xlagym.evidence.stablehlo.reader import StableHloError, StableModule, read_stablehlo
from xlagym.inputs.problems import Problem
from xlagym.report.given.kinds import Kind, text_of
from xlagym.report.given.matching import ModuleFiles

DUMPS_LIMIT = 150_000_000
"""Bytes of pass dumps that are read for one module; with more, its passes are not traced."""

UNREAD = 6
"""Lines that could not be read that are named one by one."""


@dataclass(slots=True, eq=False)
class ModuleReading:
    """What a report says of one module."""

    files: ModuleFiles
    hlo: Module | None = None
    stable: StableModule | None = None
    passes: Passes | None = None
    origins: Origins | None = None
    big: Array | None = None
    """The big intermediate, by the StableHLO."""
    carriers: list[Carrier] = field(default_factory=list)
    live: LiveRanges | None = None
    allocations: list[Allocation] = field(default_factory=list)
    usage: dict[int, SpaceUsage] = field(default_factory=dict)
    cost: Cost | None = None
    memory: MemoryStats | None = None
    forecast: Forecast | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The module's name; its file's where it has none."""
        return self.files.name or self.files.files[0].name

    @property
    def chip(self) -> str:
        """The target where it is known, else ``tpu`` or nothing, by what its layouts look like."""
        if self.files.chip or self.hlo is None:
            return self.files.chip
        tiled = ":T(" in self.hlo.text or "tpu_custom_call" in self.hlo.text
        return "tpu" if tiled else ""

    @property
    def spills(self) -> list[Carrier]:
        """Launched instructions that hold the big intermediate in main memory."""
        return [each for each in self.carriers if each.spills]

    @property
    def spaces(self) -> Counter[int]:
        """In how many launched instructions the big intermediate lies in each memory space."""
        return Counter(space for each in self.carriers if each.launched for space in each.spaces)

    def traced(self, instruction: Instruction) -> bool:
        """Whether it comes from the program: by the map of origins, else by its metadata."""
        if self.origins is not None:
            return self.origins.instructions[instruction.name].kind == "line"
        return "op_name=" in instruction.text

    def refuse(self, file: str, message: str, advice: str, line: int | None = None) -> None:
        """Note what could not be read; the report goes on without it."""
        self.problems.append(Problem(file, message, advice, line, "xray"))


def read_module(files: ModuleFiles) -> ModuleReading:
    """Read all files of a module. What can't be read is among its problems; nothing is raised."""
    reading = ModuleReading(files)
    _read_hlo(reading)
    _read_stablehlo(reading)
    _read_passes(reading)
    if reading.stable is not None:
        reading.big = big_intermediate(reading.stable)
    if reading.hlo is not None and reading.stable is not None:
        reading.origins = origins(reading.stable, reading.hlo, reading.passes)
        if reading.big is not None:
            reading.carriers = carriers(reading.hlo, reading.big)
    _read_reports(reading)
    return reading


def _read_hlo(reading: ModuleReading) -> None:
    given = reading.files.hlo
    if given is None:
        return
    advice = "give the whole text that compiled.as_text() gives"
    try:
        reading.hlo = read_hlo(given.text)
    except HloError as error:
        reading.refuse(given.name, str(error), advice)
        return
    for each in reading.hlo.unread[:UNREAD]:
        reading.refuse(given.name, each.why, advice, each.line)
    if (more := len(reading.hlo.unread) - UNREAD) > 0:
        reading.refuse(given.name, f"{more:,} lines more could not be read", advice)


def _read_stablehlo(reading: ModuleReading) -> None:
    given = reading.files.stablehlo
    if given is None:
        return
    debug = reading.files.debug
    twin = debug.text if debug is not None else given.text if b" loc(" in given.data else None
    try:
        reading.stable = read_stablehlo(given.text, twin)
    except StableHloError as error:
        advice = "print it anew with the jax that is installed: jax.jit(f).lower(…).as_text()"
        reading.refuse(given.name, error.message, advice, error.line)


def _read_passes(reading: ModuleReading) -> None:
    """The passes, for the origins of ops that vanish; only beside a StableHLO they say much."""
    dumps = reading.files.dumps
    if reading.stable is None or reading.hlo is None:
        return
    listed = reading.files.reports.get(Kind.PASS_LIST)
    texts = reading.files.reports.get(Kind.PASS_TEXTS)
    if listed is not None and texts is not None:
        _take_passes(reading, listed.name, lambda: read_passes(listed.text, texts.text))
    elif dumps:
        _read_dumps(reading, dumps)


def _take_passes(reading: ModuleReading, file: str, read: Callable[[], Passes]) -> None:
    try:
        reading.passes = read()
    except PassesError as error:
        reading.refuse(file, f"passes can't be read: {error}", "dump them all anew")


def _read_dumps(reading: ModuleReading, dumps: Sequence[Path]) -> None:
    size = sum(path.stat().st_size for path in dumps)
    folder = str(dumps[0].parent)
    if size > DUMPS_LIMIT:
        reading.refuse(
            folder,
            f"{len(dumps):,} dumps of {reading.name} take {size:,} bytes: ops that vanish at a "
            "pass are not traced",
            "dump a smaller program, with fewer layers or shorter shapes",
        )
        return
    texts = {path.name: text_of(path.read_bytes()) for path in dumps}
    record = reading.files.reports.get(Kind.PASSES)
    if record is not None:
        _take_passes(reading, record.name, lambda: passes_from_metadata(record.text, texts))
    else:
        _take_passes(reading, folder, lambda: passes_from_dumps(texts))


def _read_reports(reading: ModuleReading) -> None:
    reports = reading.files.reports
    for kind, given in reports.items():
        try:
            match kind:
                case Kind.LIVE_RANGES:
                    reading.live = read_live_ranges(given.text)
                case Kind.BUFFERS:
                    reading.allocations = read_buffer_assignment(given.text)
                case Kind.MEMORY_USAGE:
                    reading.usage = read_memory_usage(given.text)
                case Kind.COST:
                    reading.cost = read_cost(given.text)
                case Kind.MEMORY_STATS:
                    reading.memory = read_memory_stats(given.text)
                case Kind.FORECAST:
                    reading.forecast = read_forecast(given.text)
                case _:
                    continue
        except (MemoryReportError, CostError, ForecastError) as error:
            reading.refuse(given.name, str(error), "another version may write it in another way")
