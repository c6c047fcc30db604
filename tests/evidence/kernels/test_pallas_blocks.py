"""Blocks of Pallas kernels: from the jaxpr, and a second time from the compiled kernel itself."""

from __future__ import annotations

import re

import pytest

from tests.evidence.texts import STORE, hlo, text
from xlagym.evidence.hlo.fusions import kernels
from xlagym.evidence.hlo.shapes import Array, parse_shape
from xlagym.evidence.kernels.mosaic import decode_kernel
from xlagym.evidence.kernels.pallas_blocks import PallasBlocks, read_pallas_blocks

TILES = sorted(path.name for path in STORE.glob("matmul-tile-*@tpu-v6e"))
FITTING = [name for name in TILES if (STORE / name / "optimized.hlo").exists()]
REFUSED = [name for name in TILES if name not in FITTING]
LIMIT = 32
"""MiB of scoped VMEM on a v6e, as the refusals say it."""


def blocks(capture: str) -> PallasBlocks:
    (found,) = read_pallas_blocks(text(capture, "jaxpr.txt"))
    return found


def mebibytes(capture: str) -> float:
    return blocks(capture).vmem_bytes / 2**20


def wanted(capture: str) -> float:
    """MiB that the compiler wanted."""
    refusal = text(capture, "refusal.txt")
    said = re.search(rf"Scoped allocation with size ([\d.]+)M and limit {LIMIT}.00M", refusal)
    assert said is not None
    return float(said[1])


def array(shape: str) -> Array:
    found = parse_shape(shape)
    assert isinstance(found, Array)
    return found


def test_by_hand() -> None:
    found = blocks("matmul-tile-512x512x2048@tpu-v6e")
    assert found.grid == (8, 8, 2)
    assert [each.plain for each in found.blocks] == [
        "bf16[512,2048]",
        "bf16[2048,512]",
        "bf16[512,512]",
    ]
    assert found.scratch == (array("f32[512,512]"),)
    assert found.vmem_bytes == 2 * (2 + 2 + 0.5) * 2**20 + 2**20


def test_there_are_tiles_of_both_kinds() -> None:
    assert (len(FITTING), len(REFUSED)) == (8, 3)


@pytest.mark.parametrize("capture", FITTING)
def test_the_kernel_says_the_same(capture: str) -> None:
    (call,) = kernels(hlo(capture))
    kernel = decode_kernel(call).text
    grid = re.search(r"iteration_bounds = array<i64: ([\d, ]+)>", kernel)
    windows = re.findall(r"window_bounds = array<i64: ([\d, ]+)>", kernel)
    assert grid is not None
    found = blocks(capture)
    assert found.grid == tuple(map(int, grid[1].split(",")))
    assert [each.dims for each in found.blocks] == [tuple(map(int, w.split(","))) for w in windows]
    assert mebibytes(capture) <= LIMIT


@pytest.mark.parametrize("capture", REFUSED)
def test_the_refusal_says_as_much_or_more(capture: str) -> None:
    if mebibytes(capture) > LIMIT:
        assert wanted(capture) == mebibytes(capture)
    else:
        # The blocks fit, and what the matmul itself needs beside them does not.
        assert capture == "matmul-tile-2048x1024x1024@tpu-v6e"
        assert (mebibytes(capture), wanted(capture)) == (28.0, 33.83)


def test_a_program_without_pallas_has_none() -> None:
    assert read_pallas_blocks(text("mlp@cpu+jax-0.4.38", "jaxpr.txt")) == ()
