"""Modules as the page's template takes them: counted, ranked, and with their texts packed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from xlagym.captures.forms import HLO, PROGRAM, STABLEHLO
from xlagym.evidence.hlo.fusions import kernels
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.kernels.mosaic import MosaicError, decode_kernel
from xlagym.evidence.origins.line_roles import optimized_roles, stablehlo_roles
from xlagym.evidence.stablehlo.reader import StableModule
from xlagym.evidence.timeline.schedule import is_scheduled
from xlagym.evidence.timeline.transfers import BUSY, Transfer, transfers
from xlagym.report.read.counts import ModuleCounts, count
from xlagym.report.read.links import links_of
from xlagym.report.read.memories import MemoryView, memory_view
from xlagym.report.read.modules import GivenModule
from xlagym.report.read.ranking import Ranking, rankings
from xlagym.report.told.payload import PackedPane

EXPOSED = 30
"""Exposed copies and collectives that are listed, the largest."""
KERNEL = 40_000
"""Characters of a decoded kernel that are shown."""
KERNELS = 12
"""Kernels that are shown decoded."""


@dataclass(frozen=True, slots=True)
class ModuleKernel:
    """A Mosaic kernel, decoded."""

    name: str
    line: int
    form: str
    text: str
    cut: int
    """Characters that are left out."""


@dataclass(slots=True, eq=False)
class ModuleView:
    """One module on the page."""

    id: str
    """``m1``: its lines are ``m1-hlo-41`` and the like."""
    reading: GivenModule
    counts: ModuleCounts
    rankings: list[Ranking]
    memory: MemoryView
    scheduled: bool
    flights: list[Transfer]
    kernels: list[ModuleKernel]
    inserted: list[tuple[str, int]]
    """Opcodes of the instructions that the compiler put in, the most frequent first."""
    panes: list[PackedPane] = field(default_factory=list)
    """Empty where the page lists other modules instead."""

    @property
    def exposed(self) -> list[Transfer]:
        """What is in flight with nothing between start and done that takes time, largest first."""
        found = [each for each in self.flights if each.exposed(BUSY)]
        return sorted(found, key=lambda each: -(each.bytes or 0))

    @property
    def hidden(self) -> list[Transfer]:
        """What has something that takes time between start and done."""
        return [each for each in self.flights if each.hides(BUSY)]

    @property
    def unseen(self) -> list[Transfer]:
        """What is waited for where the text doesn't show it."""
        return [each for each in self.flights if not each.in_sight]

    @property
    def spaces(self) -> list[tuple[str, int]]:
        """Where launched instructions hold the big intermediate, and how many do."""
        found = sorted(self.reading.spaces.items())
        return [(space_name(space, self.reading.chip), times) for space, times in found]


def module_view(id_: str, reading: GivenModule, *, listed: bool) -> ModuleView:
    """Make the view of a module; one that is not ``listed`` is only counted."""
    hlo = reading.find(HLO)
    view = ModuleView(
        id=id_,
        reading=reading,
        counts=count(reading),
        rankings=rankings(reading),
        memory=memory_view(reading),
        scheduled=hlo is not None and is_scheduled(hlo),
        flights=transfers(hlo) if hlo is not None else [],
        kernels=_kernels(reading) if listed else [],
        inserted=_inserted(reading),
    )
    if listed:
        view.panes = list(_panes(view))
    return view


def _inserted(reading: GivenModule) -> list[tuple[str, int]]:
    if not reading.has(HLO):
        return []
    found = Counter(each.opcode for each in reading.hlo.instructions if not reading.traced(each))
    return found.most_common()


def _kernels(reading: GivenModule) -> list[ModuleKernel]:
    if not reading.has(HLO):
        return []
    shown = []
    for each in kernels(reading.hlo)[:KERNELS]:
        try:
            kernel = decode_kernel(each)
        except MosaicError as error:
            shown.append(ModuleKernel(each.name, each.line, f"not decoded: {error}", "", 0))
            continue
        cut = max(0, len(kernel.text) - KERNEL)
        shown.append(ModuleKernel(each.name, each.line, kernel.form, kernel.text[:KERNEL], cut))
    return shown


def _panes(view: ModuleView) -> Iterator[PackedPane]:
    """The texts that a module has: Python, StableHLO, HLO."""
    reading, files = view.reading, view.reading.files
    links = links_of(reading, files.source)
    if files.program and links.python:
        yield PackedPane(
            id=f"{view.id}-{PROGRAM.prefix}",
            title="Python",
            file=files.source,
            kind=PROGRAM.language,
            lines=files.program.removesuffix("\n").split("\n"),
            links=links.python,
            start=max(1, min(links.python) - 2),
        )
    if reading.has(STABLEHLO):
        yield PackedPane(
            id=f"{view.id}-{STABLEHLO.prefix}",
            title="StableHLO",
            file=reading.name_of(STABLEHLO),
            kind=STABLEHLO.language,
            lines=reading.stablehlo.lines,
            roles=stablehlo_roles(reading.stablehlo, reading.big),
            notes=links.stable_notes,
            start=_first_function(reading.stablehlo),
        )
    if reading.has(HLO):
        carrying = {each.instruction for each in reading.carriers}
        yield PackedPane(
            id=f"{view.id}-{HLO.prefix}",
            title="Optimized HLO" if view.scheduled else "HLO",
            file=reading.name_of(HLO),
            kind=HLO.language,
            lines=reading.hlo.lines,
            roles=optimized_roles(reading.hlo, carrying),
            notes=links.hlo_notes,
            links=links.hlo,
            start=max(1, reading.hlo.entry.line),
        )


def _first_function(stable: StableModule) -> int:
    """The line of the program's signature; before it may stand many locations."""
    lines = enumerate(stable.lines, 1)
    return next((at for at, line in lines if line.lstrip().startswith("func.func")), 1)
