"""What a module holds, counted: the figures of its header, and of ``--json``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from xlagym.captures.forms import HLO, STABLEHLO
from xlagym.evidence.hlo.fusions import kernels, kinds, launched, running_computations
from xlagym.evidence.hlo.fusions import nested as nested_fusions
from xlagym.evidence.hlo.opcodes import COLLECTIVES
from xlagym.evidence.hlo.reader import Module
from xlagym.report.read.modules import GivenModule


@dataclass(frozen=True, slots=True)
class ModuleCounts:
    """Figures of one module. None is not known, which is not zero."""

    name: str
    computations: int | None = None
    instructions: int | None = None
    fusions: int | None = None
    """Launched and nested."""
    launched: int | None = None
    nested: int | None = None
    kinds: dict[str, int] | None = None
    """Launched fusions by kind, the most frequent first."""
    kernels: int | None = None
    """Executed custom calls that carry a Mosaic kernel."""
    collectives: int | None = None
    """Collectives that run, an async one counted once."""
    spills: int | None = None
    """Launched instructions with the big intermediate in main memory; takes the StableHLO."""
    collective_opcodes: dict[str, int] = field(default_factory=dict)
    inserted: int | None = None
    """Instructions that the compiler put in itself, by the map of origins, else by metadata."""


def count(reading: GivenModule) -> ModuleCounts:
    """Count what a module holds; without optimized HLO there is nothing to count."""
    hlo = reading.find(HLO)
    if hlo is None:
        return ModuleCounts(reading.name)
    opcodes = collectives(hlo)
    own, inner = len(launched(hlo)), len(nested_fusions(hlo))
    return ModuleCounts(
        name=reading.name,
        computations=len(hlo.computations),
        instructions=sum(1 for _ in hlo.instructions),
        fusions=own + inner,
        launched=own,
        nested=inner,
        kinds=dict(kinds(hlo).most_common()),
        kernels=len(kernels(hlo)),
        collectives=sum(opcodes.values()),
        spills=len(reading.spills) if reading.has(STABLEHLO) else None,
        collective_opcodes=dict(opcodes.most_common()),
        inserted=sum(1 for each in hlo.instructions if not reading.traced(each)),
    )


def collectives(module: Module) -> Counter[str]:
    """The collectives that run, by opcode, also those that a fusion holds."""
    return Counter(
        opcode
        for computation in running_computations(module)
        for each in computation.instructions
        if (opcode := each.opcode.removesuffix("-start")) in COLLECTIVES
    )
