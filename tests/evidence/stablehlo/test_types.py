from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.stablehlo.types import array_type, hlo_type


@pytest.mark.parametrize(
    ("mlir", "hlo"),
    [
        ("tensor<1024x1024xbf16>", "bf16[1024,1024]"),
        ("tensor<f32>", "f32[]"),
        ("tensor<2x3xi32>", "s32[2,3]"),
        ("tensor<4xui8>", "u8[4]"),
        ("tensor<7xi1>", "pred[7]"),
        ("tensor<3xcomplex<f32>>", "c64[3]"),
        ("tensor<2xf8E4M3FN>", "f8e4m3fn[2]"),
        ("tensor<?x8xf32>", "f32[?,8]"),
        ("tensor<?x8xf32, #stablehlo.bounds<4, ?>>", "f32[?,8]"),
        ("!stablehlo.token", "token[]"),
        ("tuple<tensor<f32>>", "tuple<tensor<f32>>"),
        ("tensor<2x!quant.uniform<i8:f32, 0.1>>", "tensor<2x!quant.uniform<i8:f32, 0.1>>"),
    ],
)
def test_types(mlir: str, hlo: str) -> None:
    assert hlo_type(mlir) == hlo


def test_arrays_have_a_type_and_sizes() -> None:
    assert array_type("bf16[1024,128]") == Array("bf16", (1024, 128))
    assert array_type("token[]") is None
    assert array_type("tuple<tensor<f32>>") is None


@given(st.text(max_size=40))
def test_any_text_has_a_type(text: str) -> None:
    array_type(hlo_type(text))
    array_type(hlo_type(f"tensor<{text}>"))
