"""What the n of ``S(n)`` in a layout stands for, where a source confirms it.

XLA's own header (xla/layout.h) names 0 the default memory, 1 a generic fast memory and 5 the
host's. On TPUs the compiler's memory usage report calls color 1 "vmem" and color 2 "smem". What
one generation alone has stands in the table of chips: on v4, the one whose programs use it, 3 is
the common memory (CMEM) that the chip has beside VMEM; the report calls color 3 "hbm" there, though
the default memory, which is HBM, has color 0. Other numbers stay as they are.
"""

from __future__ import annotations

from xlagym.chips.names import backend_of, chip_of

HOST = {5: "host memory"}
"""On every backend."""
TPU = {0: "HBM", 1: "VMEM", 2: "SMEM"}
"""On all TPU generations."""


def space_name(space: int, target: str) -> str:
    """The name of a memory space on a target such as ``tpu-v6e``, or ``S(n)``.

    On anything but a TPU the default memory is called ``memory``.
    """
    chip = chip_of(target)
    shared = TPU if backend_of(target) == "tpu" else {0: "memory"}
    return (HOST | shared | dict(chip.memories if chip else {})).get(space, f"S({space})")
