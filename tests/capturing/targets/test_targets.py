from __future__ import annotations

import pytest

from xlagym.capturing.targets.targets import runnable, target_of
from xlagym.chips.table import CHIPS, compiled


def test_every_chip_is_compiled_for_or_run_on() -> None:
    for name in compiled():
        target = target_of(name)
        assert target is not None
        assert (target.name, target.chip, target.runs) == (name, CHIPS[name], False)
    assert runnable() == tuple(f"{name}.run" for name in CHIPS)
    assert target_of("gpu-h100") is None


@pytest.mark.parametrize(
    ("name", "topology", "accelerator"),
    [
        ("tpu-v4", "v4:2x2x1", "v4-8"),
        ("tpu-v5e", "v5e:1x1", "v5litepod-1"),
        ("tpu-v5p", "v5p:2x2x1", "v5p-8"),
        ("tpu-v6e", "v6e:1x1", "v6e-1"),
        ("tpu-7x", "tpu7x:2x2x1", "tpu7x-8"),
        ("tpu-v6e-2x4", "v6e:2x4", "v6e-8"),
        ("tpu-v5p-4x4x4", "v5p:4x4x4", "v5p-128"),
        ("tpu-7x-4x4x4", "tpu7x:4x4x4", "tpu7x-128"),
        ("tpu-v6e-4x4", "v6e:4x4", "v6e-16"),
        ("tpu-v5e-2x2", "v5e:2x2", "v5litepod-4"),
        ("tpu-v5p-2x2x2", "v5p:2x2x2", "v5p-16"),
        ("tpu-7x-2x2x2", "tpu7x:2x2x2", "tpu7x-16"),
    ],
)
def test_chips_and_slices_of_any_shape(name: str, topology: str, accelerator: str) -> None:
    target = target_of(name)
    assert target is not None
    assert (target.topology, target.shape) == (topology, topology)
    assert target.environment()["TPU_ACCELERATOR_TYPE"] == accelerator


@pytest.mark.parametrize(
    "name",
    [
        "",
        "tpu-v9",
        "v6e",
        "tpu-v6e-2x",
        "tpu-v6e-2x4x4x4",
        "tpu-v6e2x4",
        "tpu-v6e-2x4.run",
        "cpu-2x4",
    ],
)
def test_other_names_are_none(name: str) -> None:
    assert target_of(name) is None
