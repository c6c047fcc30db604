"""What the n of ``S(n)`` in a layout stands for, where a source confirms it.

XLA's own header (xla/layout.h) names 0 the default memory, 1 a generic fast memory and 5 the
host's. On TPUs the compiler's memory usage report calls color 1 "vmem" and color 2 "smem". On v4,
the one generation whose programs use it, 3 is the common memory (CMEM) that the chip has beside
VMEM; the report calls color 3 "hbm" there, though the default memory, which is HBM, has color 0.
Other numbers stay as they are.
"""

from __future__ import annotations

HOST = {5: "host memory"}
"""On every backend."""
TPU = {0: "HBM", 1: "VMEM", 2: "SMEM"}
"""On all TPU generations."""
GENERATIONS = {"v4": {3: "CMEM"}}
"""On one generation alone."""


def space_name(space: int, chip: str) -> str:
    """The name of a memory space on a target such as ``tpu-v6e``, or ``S(n)``.

    On anything but a TPU the default memory is called ``memory``.
    """
    family, _, rest = chip.partition("-")
    if family != "tpu":
        return ({0: "memory"} | HOST).get(space, f"S({space})")
    generation = rest.split("-")[0].split(".")[0]
    return (TPU | HOST | GENERATIONS.get(generation, {})).get(space, f"S({space})")
