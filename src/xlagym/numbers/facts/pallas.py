"""Facts of Pallas kernels: the grid, the VMEM of the blocks, and what the compiler refused."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from xlagym.captures.forms import JAXPR, REFUSAL
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.kernels.pallas_blocks import PallasBlocks
    from xlagym.evidence.kernels.vmem_refusal import VmemRefusal


def _call(capture: Capture) -> PallasBlocks:
    from xlagym.evidence.kernels.pallas_blocks import read_pallas_blocks

    found = read_pallas_blocks(capture.text(JAXPR))
    if len(found) != 1:
        raise NoFactError(
            f"'{capture.manifest.id}' has {len(found)} Pallas calls, and this is a fact of one",
            "ask a program with a single kernel",
        )
    return found[0]


def _refusal(capture: Capture) -> VmemRefusal:
    from xlagym.evidence.kernels.vmem_refusal import read_vmem_refusal

    found = read_vmem_refusal(capture.text(REFUSAL))
    if found is None:
        raise NoFactError(
            f"'{capture.manifest.id}' was not refused for its VMEM",
            f"see its {REFUSAL.file} for what the compiler said",
        )
    return found


def _vmem_bytes(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    return FoundValue(_call(capture).vmem_bytes, capture.line_of(JAXPR, "let jaxpr = "))


def _steps(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    return FoundValue(prod(_call(capture).grid), capture.line_of(JAXPR, "GridMapping(grid="))


def _wanted(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    found = _refusal(capture)
    return FoundValue(found.wanted, found.line)


def _limit(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    found = _refusal(capture)
    return FoundValue(found.limit, found.line)


PALLAS_FACTS: dict[str, Fact] = {
    "pallas.vmem_bytes": Fact(
        JAXPR, "B", "VMEM of a kernel's blocks, each held twice, and its scratch", _vmem_bytes
    ),
    "pallas.steps": Fact(JAXPR, "", "steps of a kernel's grid", _steps),
    "refusal.wanted": Fact(REFUSAL, "MiB", "VMEM that a refused kernel wanted", _wanted),
    "refusal.limit": Fact(REFUSAL, "MiB", "VMEM that one kernel may have", _limit),
}
