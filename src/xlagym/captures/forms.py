"""The forms of evidence, in one table: what a capture holds, what a report can be made of.

A new form is an entry here and, if it tells more than its lines, a reader in ``evidence``. Stores,
pages, chapters, stations and reports ask the table and name no file themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from xlagym.captures.form import AnyForm, Form

# The readers are imported where they are used: a warm build needs few of them, or none.
if TYPE_CHECKING:
    from xlagym.captures.form import Texts
    from xlagym.captures.manifest import Manifest
    from xlagym.evidence.hlo.reader import Module
    from xlagym.evidence.memory.buffer_assignment import Allocation
    from xlagym.evidence.memory.live_ranges import LiveRanges
    from xlagym.evidence.memory.usage import SpaceUsage
    from xlagym.evidence.passes.log import PassLog
    from xlagym.evidence.passes.reader import Passes
    from xlagym.evidence.profile.profile import Profile
    from xlagym.evidence.reports.cost import Cost, MemoryStats
    from xlagym.evidence.reports.figures import PublishedFigure
    from xlagym.evidence.reports.forecast import Forecast
    from xlagym.evidence.reports.run_record import RunRecord
    from xlagym.evidence.stablehlo.reader import StableModule

_LIVE_RANGES_ON_CPU = (0, 5)
"""The release from which live ranges are asked for on the CPU: that of jax 0.4.38 reports none."""


def _has_program(manifest: Manifest) -> bool:
    return manifest.basis != "published"


def _compiled(manifest: Manifest) -> bool:
    return manifest.basis == "compiled" and manifest.outcome == "compiled"


def _refused(manifest: Manifest) -> bool:
    return manifest.basis == "compiled" and manifest.outcome != "compiled"


def _ran(manifest: Manifest) -> bool:
    return manifest.basis == "measured"


def _published(manifest: Manifest) -> bool:
    return manifest.basis == "published"


def _lowered_here(manifest: Manifest) -> bool:
    return manifest.basis == "compiled"


def _compiled_or_ran(manifest: Manifest) -> bool:
    return _compiled(manifest) or _ran(manifest)


def _with_forecast(manifest: Manifest) -> bool:
    return _compiled(manifest) and manifest.has_forecast


def _with_live_ranges(manifest: Manifest) -> bool:
    release = tuple(int(part) for part in re.findall(r"\d{1,9}", manifest.jax)[:2])
    reports = manifest.target != "cpu" or release >= _LIVE_RANGES_ON_CPU
    return _compiled(manifest) and reports


def _read_stablehlo(texts: Texts) -> StableModule:
    from xlagym.evidence.stablehlo.reader import read_stablehlo

    located = texts.text(STABLEHLO_LOCATED) if texts.has(STABLEHLO_LOCATED) else None
    return read_stablehlo(texts.text(STABLEHLO), located)


def _read_hlo(texts: Texts) -> Module:
    from xlagym.evidence.hlo.reader import read_hlo

    return read_hlo(texts.text(HLO))


def _read_figures(texts: Texts) -> dict[str, PublishedFigure]:
    from xlagym.evidence.reports.figures import read_figures

    return read_figures(texts.text(FIGURES), texts.name_of(FIGURES))


def _read_run(texts: Texts) -> RunRecord:
    from xlagym.evidence.reports.run_record import read_run_record

    return read_run_record(texts.text(RUN))


def _read_cost(texts: Texts) -> Cost:
    from xlagym.evidence.reports.cost import read_cost

    return read_cost(texts.text(COST))


def _read_memory_stats(texts: Texts) -> MemoryStats:
    from xlagym.evidence.reports.cost import read_memory_stats

    return read_memory_stats(texts.text(MEMORY))


def _read_forecast(texts: Texts) -> Forecast:
    from xlagym.evidence.reports.forecast import read_forecast

    return read_forecast(texts.text(FORECAST))


def _read_live_ranges(texts: Texts) -> LiveRanges:
    from xlagym.evidence.memory.live_ranges import read_live_ranges

    return read_live_ranges(texts.text(LIVE_RANGES))


def _read_buffers(texts: Texts) -> list[Allocation]:
    from xlagym.evidence.memory.buffer_assignment import read_buffer_assignment

    return read_buffer_assignment(texts.text(BUFFERS))


def _read_memory_usage(texts: Texts) -> dict[int, SpaceUsage]:
    from xlagym.evidence.memory.usage import read_memory_usage

    return read_memory_usage(texts.text(MEMORY_USAGE))


def _read_passes(texts: Texts) -> Passes:
    from xlagym.evidence.passes.reader import read_passes

    return read_passes(texts.text(PASSES), texts.text(PASS_TEXTS))


def _read_pass_log(texts: Texts) -> PassLog:
    from xlagym.evidence.passes.log import read_pass_log

    return read_pass_log(texts.text(PASS_LOG))


def _read_profile(texts: Texts) -> Profile:
    from xlagym.captures.timeline import unreadable
    from xlagym.evidence.profile.health.faults import ProfileError
    from xlagym.evidence.profile.reading import read_profile

    try:
        return read_profile(texts.content(PROFILE))
    except ProfileError as error:
        raise unreadable(error, texts.name_of(PROFILE)) from error


PROGRAM: Final[Form[None]] = Form(
    "program", "program.py", title="The program", short="py", needed=_has_program
)
JAXPR: Final[Form[None]] = Form(
    "jaxpr", "jaxpr.txt", title="The jaxpr, what JAX traced", needed=_lowered_here
)
STABLEHLO_LOCATED: Final[Form[None]] = Form(
    "StableHLO with locations", "stablehlo.debug.mlir", needed=_has_program
)
STABLEHLO: Final = Form(
    "StableHLO",
    "stablehlo.mlir",
    _read_stablehlo,
    title="StableHLO, what XLA received",
    short="mlir",
    beside=(STABLEHLO_LOCATED,),
    slow=True,
    needed=_has_program,
)
HLO: Final = Form(
    "HLO",
    "optimized.hlo",
    _read_hlo,
    title="Optimized HLO, what XLA decided",
    short="hlo",
    needed=_compiled_or_ran,
)
REFUSAL: Final[Form[None]] = Form(
    "refusal", "refusal.txt", title="The compiler's refusal", needed=_refused
)
FIGURES: Final = Form(
    "published figures",
    "figures.yml",
    _read_figures,
    title="The figures, each with its source",
    needed=_published,
)
RUN: Final = Form(
    "record of runs",
    "run.json",
    _read_run,
    title="The runs, by the host's clock and by the profile",
    needed=_ran,
)
COST: Final = Form(
    "cost analysis",
    "cost.json",
    _read_cost,
    title="Cost analysis",
    needed=_compiled_or_ran,
    strict=True,
    keys=("bytes accessed", "flops"),
)
MEMORY: Final = Form(
    "memory analysis",
    "memory.json",
    _read_memory_stats,
    title="Memory analysis",
    needed=_compiled_or_ran,
    strict=True,
    keys=("argument_size_in_bytes",),
)
FORECAST: Final = Form(
    "forecast",
    "forecast.json",
    _read_forecast,
    title="Forecast, static cycles of each op",
    needed=_with_forecast,
    strict=True,
    keys=("ops",),
)
LIVE_RANGES: Final = Form(
    "live ranges",
    "live-range.txt",
    _read_live_ranges,
    title="Live ranges",
    needed=_with_live_ranges,
    strict=True,
    start="HloLiveRange",
)
BUFFERS: Final = Form(
    "buffer assignment",
    "buffer-assignment.txt",
    _read_buffers,
    title="Buffer assignment",
    needed=_compiled,
    strict=True,
    start="BufferAssignment:",
)
MEMORY_USAGE: Final = Form(
    "memory usage",
    "memory-usage.txt",
    _read_memory_usage,
    title="Memory usage",
    needed=_compiled,
    start="Memory Space:",
)
PASS_TEXTS: Final[Form[None]] = Form(
    "texts between passes", "passes.txt", needed=_compiled, packed=True, start="=== 0"
)
PASSES: Final = Form(
    "list of passes",
    "passes.json",
    _read_passes,
    title="Passes, in order",
    beside=(PASS_TEXTS,),
    needed=_compiled,
    packed=True,
    start='{"source": ',
)
PASS_LOG: Final = Form(
    "log of passes",
    "pass-log.txt",
    _read_pass_log,
    title="The compiler's log of its passes",
)
PROFILE: Final = Form("profile", "profile.xplane.pb", _read_profile, needed=_ran, packed=True)
PASS_RECORD: Final[Form[None]] = Form("record of passes", start="pass_metadata {")
"""As the TPU's compiler dumps it; a capture's list of passes is made of it and of the dumps."""

FORMS: Final[tuple[AnyForm, ...]] = (
    PROGRAM,
    JAXPR,
    STABLEHLO,
    STABLEHLO_LOCATED,
    HLO,
    REFUSAL,
    FIGURES,
    RUN,
    COST,
    MEMORY,
    FORECAST,
    LIVE_RANGES,
    BUFFERS,
    MEMORY_USAGE,
    PASSES,
    PASS_TEXTS,
    PASS_LOG,
    PROFILE,
    PASS_RECORD,
)
"""All of them, in the order in which the page of a capture lists them."""

_BY_FILE: Final[Mapping[str, AnyForm]] = {each.file: each for each in FORMS if each.file}


def form_of(file: str) -> AnyForm:
    """The form of a capture's file; one that has nothing but its lines where nobody knows it."""
    return _BY_FILE.get(file) or Form(file, file)
