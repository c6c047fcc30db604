"""Meshes over the chips of a pod: what a variant declares must take up all of them."""

from __future__ import annotations

import pytest

from xlagym.capturing.programs.placement import mesh_sizes, place
from xlagym.capturing.programs.variant import Variant
from xlagym.capturing.targets.targets import target_named
from xlagym.inputs.problems import ProblemError


@pytest.mark.parametrize(
    ("sizes", "devices", "filled"),
    [
        ((8,), 8, (8,)),
        ((-1,), 128, (128,)),
        ((2, -1), 8, (2, 4)),
        ((2, 2), 8, None),
        ((-1, -1), 8, None),
        ((3, -1), 8, None),
        ((0,), 8, None),
        ((-2,), 8, None),
    ],
)
def test_sizes(sizes: tuple[int, ...], devices: int, filled: tuple[int, ...] | None) -> None:
    assert mesh_sizes(sizes, devices) == filled


def test_one_device_needs_no_mesh() -> None:
    placement = place(Variant(len, args=["f32[8]"]), ["first", "second"], "p.py")
    assert (placement.device, placement.mesh) == ("first", None)


@pytest.mark.parametrize(
    ("mesh", "shardings", "message"),
    [
        ({"x": 3}, ["x"], "a mesh of {x: 3} does not take up 4 devices"),
        ({"x": -1}, [], "0 shardings for 1 arguments"),
    ],
)
def test_faults(mesh: dict[str, int], shardings: list[object], message: str) -> None:
    variant = Variant(len, args=["f32[8]"], mesh=mesh, shardings=shardings)
    with pytest.raises(ProblemError) as raised:
        place(variant, [None] * 4, "labs/programs/p.py")
    (problem,) = raised.value.problems
    assert (problem.file, problem.message) == ("labs/programs/p.py", message)


def test_pods_are_compiled_for() -> None:
    pods = ("tpu-v4", "tpu-v6e-2x4", "tpu-v5p-4x4x4", "tpu-7x-4x4x4")
    assert {name: target_named(name).shape for name in pods} == {
        "tpu-v4": "v4:2x2x1",
        "tpu-v6e-2x4": "v6e:2x4",
        "tpu-v5p-4x4x4": "v5p:4x4x4",
        "tpu-7x-4x4x4": "tpu7x:4x4x4",
    }
