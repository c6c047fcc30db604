"""The chips, each one entry. All lists of chips, on pages and in messages, come from here.

Nothing is worked out of the table when a module is imported, but when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xlagym.chips.chip import Chip, Libtpu

_LATENCY = 'the backend aborts: "Dma latency model is currently only supported on VF/VL/GF/GL"'

CHIPS: Final[Mapping[str, Chip]] = {
    chip.name: chip
    for chip in (
        Chip("cpu", "CPU", ("cpu",), no_forecast="the CPU backend makes no static estimate"),
        Chip(
            "tpu-v4",
            "TPU v4",
            ("TPU v4",),
            # v4, v5p and 7x come by the host: their programs use its first core.
            Libtpu("v4", "v4", "2x2x1", counted_cores=2),
            # XLA's memory report calls space 3 "hbm" there, though HBM is 0: see evidence/hlo.
            memories={3: "CMEM"},
            no_forecast=_LATENCY,
        ),
        Chip("tpu-v5e", "TPU v5e", ("TPU v5 lite", "TPU v5e"), Libtpu("v5e", "v5litepod")),
        Chip(
            "tpu-v5p",
            "TPU v5p",
            ("TPU v5", "TPU v5p"),
            Libtpu("v5p", "v5p", "2x2x1", counted_cores=2),
        ),
        Chip("tpu-v6e", "TPU v6e", ("TPU v6 lite", "TPU v6e"), Libtpu("v6e", "v6e")),
        Chip(
            "tpu-7x",
            "TPU 7x",
            ("TPU7x", "TPU 7x"),
            Libtpu("tpu7x", "tpu7x", "2x2x1", counted_cores=2),
        ),
        Chip("gpu-t4", "NVIDIA T4", ("T4",)),
        Chip("gpu-l4", "NVIDIA L4", ("L4",)),
        Chip("gpu-a100", "NVIDIA A100", ("A100", "A100-SXM4-40GB", "A100-SXM4-80GB")),
        Chip("gpu-h100", "NVIDIA H100", ("H100",)),
        Chip("gpu-h200", "NVIDIA H200", ("H200",)),
        Chip("gpu-b200", "NVIDIA B200", ("B200",)),
        Chip("gpu-mi300", "AMD MI300", ("MI300X", "MI300A")),
    )
}
"""By name; of each backend the oldest generation first."""


def compiled() -> tuple[str, ...]:
    """Names of the chips that programs are compiled for on any machine."""
    return tuple(chip.name for chip in CHIPS.values() if chip.compiled)


def generations() -> tuple[str, ...]:
    """Names of the TPUs that programs are compiled for, the oldest generation first."""
    return tuple(chip.name for chip in CHIPS.values() if chip.libtpu is not None)


def with_memory(memory: str) -> tuple[Chip, ...]:
    """Chips that have a memory which others of their backend lack, such as ``CMEM``."""
    return tuple(chip for chip in CHIPS.values() if memory in chip.memories.values())
