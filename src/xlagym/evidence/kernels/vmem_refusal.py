"""What the compiler says when a kernel asks for more VMEM than one kernel may have.

``refusal.txt`` holds it: ``Ran out of memory in memory space vmem … Scoped allocation with size
33.83M and limit 32.00M exceeded scoped vmem limit by 1.83M``. M stands for MiB: two refusals give
to the byte what the blocks come to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SAID = re.compile(
    r"memory space vmem\b[^\n]*\bScoped allocation with size ([\d.]+)([KMG]) "
    r"and limit ([\d.]+)([KMG])"
)
_MEBIBYTES = {"K": 1 / 1024, "M": 1.0, "G": 1024.0}


@dataclass(frozen=True, slots=True)
class VmemRefusal:
    """How much VMEM a kernel wanted, and how much it may have, in MiB as the compiler rounds."""

    wanted: float
    limit: float
    line: int
    """1-based, in ``refusal.txt``."""


def read_vmem_refusal(text: str) -> VmemRefusal | None:
    """Read ``refusal.txt``; None where VMEM is not what the compiler ran out of."""
    said = _SAID.search(text)
    if said is None:
        return None
    try:
        wanted, limit = float(said[1]), float(said[3])
    except ValueError:
        return None
    return VmemRefusal(
        wanted=wanted * _MEBIBYTES[said[2]],
        limit=limit * _MEBIBYTES[said[4]],
        line=text.count("\n", 0, said.start()) + 1,
    )
