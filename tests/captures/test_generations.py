"""Programs on every chip: which have all of them, and what was decided, checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from xlagym.captures.decisions import NOWHERE, decided
from xlagym.captures.generations import on_every_chip
from xlagym.captures.store import Store
from xlagym.chips.table import generations


def test_programs_on_every_chip_are_found(store: Store) -> None:
    found = on_every_chip(store)
    assert len(found) >= 8
    assert [capture.target for capture in found["mlp"]] == list(generations())
    assert "exp" not in found  # it is captured on one TPU alone


def test_a_program_that_lacks_a_chip_is_left_out(store: Store) -> None:
    fewer = Store(
        Path("captures"),
        {id: each for id, each in store.captures.items() if id != "mlp@tpu-v5p"},
    )
    assert "mlp" not in on_every_chip(fewer)
    assert "rnn" in on_every_chip(fewer)


@pytest.mark.parametrize(
    ("chip", "big"),
    [
        ("tpu-v4", "bf16[1024,1024]{0,1:T(8,128)(2,1)S(3)} in CMEM"),
        ("tpu-v5e", "bf16[1024,1024]{1,0:T(8,128)(2,1)S(1)} in VMEM"),
        ("tpu-v5p", "bf16[1024,1024]{1,0:T(8,128)(2,1)} in HBM"),
    ],
)
def test_where_the_big_intermediate_lies(chip: str, big: str, store: Store) -> None:
    (point,) = decided(store.get(f"attention-s1024@{chip}"))["big"].points
    assert point.text == big
    line = store.get(f"attention-s1024@{chip}").hlo.lines[(point.line or 0) - 1]
    assert line.lstrip().startswith(point.label)


def test_what_v4_decided_for_attention(store: Store) -> None:
    found = decided(store.get("attention-s1024@tpu-v4"))
    assert found["launched"].compared == ("kOutput", "kLoop", "kOutput")
    assert len(found["nested"].points) == 4
    assert found["kernels"].points == ()
    assert found["flights"].compared == ("copy, ahead of the program", "copy")
    assert found["spaces"].compared == ("HBM", "SMEM", "CMEM")
    assert found["tilings"].compared == ("bf16 T(8,128)(2,1)", "bf16 T(1024)(128)(2,1)")
    assert found["converts"].compared.count("to f32") == 5


def test_a_kernel_is_told_without_its_number(store: Store) -> None:
    found = decided(store.get("attention-s1024@tpu-v6e"))
    assert found["kernels"].compared == ("online-softmax",)
    assert decided(store.get("softmax@tpu-v6e"))["big"].compared == (NOWHERE,)
