"""The compiler's refusals for VMEM: three of the store, and texts that say something else."""

from __future__ import annotations

import pytest

from tests.evidence.texts import text
from xlagym.evidence.kernels.vmem_refusal import VmemRefusal, read_vmem_refusal

SAID = (
    "Ran out of memory in memory space vmem. Scoped allocation with size {} and limit {} exceeded"
)


@pytest.mark.parametrize(
    ("capture", "wanted"),
    [
        ("matmul-tile-2048@tpu-v6e", 64.0),
        ("matmul-tile-2048x1024x1024@tpu-v6e", 33.83),
        ("matmul-tile-2048x2048x512@tpu-v6e", 40.0),
    ],
)
def test_of_the_store(capture: str, wanted: float) -> None:
    assert read_vmem_refusal(text(capture, "refusal.txt")) == VmemRefusal(wanted, 32.0, 2)


def test_other_prefixes() -> None:
    assert read_vmem_refusal(SAID.format("1.50G", "512.00K")) == VmemRefusal(1536.0, 0.5, 1)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm",
        SAID.format("1.2.3M", "32.00M"),
        SAID.format("64 MB", "32 MB"),
    ],
)
def test_what_is_no_such_refusal(said: str) -> None:
    assert read_vmem_refusal(said) is None
