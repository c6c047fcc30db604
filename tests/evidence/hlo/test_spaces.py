from __future__ import annotations

import pytest

from xlagym.evidence.hlo.spaces import space_name


@pytest.mark.parametrize(
    ("space", "chip", "name"),
    [
        (0, "tpu-v6e", "HBM"),
        (1, "tpu-v6e", "VMEM"),
        (2, "tpu-v6e", "SMEM"),
        (3, "tpu-v6e", "S(3)"),
        (3, "tpu-v4", "CMEM"),
        (5, "tpu-v5e", "host memory"),
        (6, "tpu-v5e", "S(6)"),
        (1, "tpu-v6e-2x4", "VMEM"),
        (1, "tpu-v6e.run", "VMEM"),
        (0, "cpu", "memory"),
        (1, "cpu", "S(1)"),
        (0, "gpu-h200.run", "memory"),
        (5, "gpu-h200.run", "host memory"),
    ],
)
def test_names(space: int, chip: str, name: str) -> None:
    assert space_name(space, chip) == name
