"""What the n of ``S(n)`` in a layout stands for, on the chips where a source confirms it."""

from __future__ import annotations

MEMORY_SPACES: dict[int, str] = {0: "HBM", 1: "VMEM", 2: "SMEM"}
"""The spaces that all TPU generations share. No ``S(n)``, or ``S(0)``, is the default memory;
the compiler's own memory usage report names colors 1 and 2 "vmem" and "smem"."""

CHIP_SPACES: dict[str, dict[int, str]] = {"v4": {3: "CMEM"}}
"""What holds for one generation alone: v4 has a common memory beside VMEM."""


def space_name(space: int, chip: str) -> str:
    """The name of a memory space on a chip such as ``tpu-v6e``; ``S(n)`` where none is confirmed.

    On anything but a TPU the default memory is called ``memory``.
    """
    generation = chip.removeprefix("tpu-").split("-")[0].split(".")[0]
    if not chip.startswith("tpu-"):
        return "memory" if space == 0 else f"S({space})"
    names = MEMORY_SPACES | CHIP_SPACES.get(generation, {})
    return names.get(space, f"S({space})")
