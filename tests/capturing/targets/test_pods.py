from __future__ import annotations

import pytest

from xlagym.capturing.targets.pods import COMPILED, target_of
from xlagym.capturing.targets.targets import TARGETS


def test_targets_of_the_table_are_themselves() -> None:
    for name in COMPILED:
        assert target_of(name) is TARGETS[name]


@pytest.mark.parametrize(
    ("name", "topology", "accelerator"),
    [
        ("tpu-v6e-4x4", "v6e:4x4", "v6e-16"),
        ("tpu-v5e-2x2", "v5e:2x2", "v5litepod-4"),
        ("tpu-v5p-2x2x2", "v5p:2x2x2", "v5p-16"),
        ("tpu-7x-2x2x2", "tpu7x:2x2x2", "tpu7x-16"),
    ],
)
def test_slices_of_other_shapes_are_targets_too(name: str, topology: str, accelerator: str) -> None:
    target = target_of(name)
    assert target is not None
    assert (target.topology, target.accelerator) == (topology, accelerator)


@pytest.mark.parametrize("name", ["", "tpu-v9", "cpu.run", "tpu-v6e-2x", "tpu-v6e-2x4x4x4", "v6e"])
def test_other_names_are_none(name: str) -> None:
    assert target_of(name) is None
