"""MLIR's tensor types in HLO's notation: ``tensor<1024x1024xbf16>`` is ``bf16[1024,1024]``."""

from __future__ import annotations

import re

from xlagym.evidence.hlo.shapes import Array, Shape, ShapeError, parse_shape

_TENSOR = re.compile(r"^tensor<((?:\d+x|\?x)*)([^,]+?)(?:, .*)?>$", re.DOTALL)
_ELEMENT_NAMES = {
    "i1": "pred",
    "complex<f32>": "c64",
    "complex<f64>": "c128",
}


def hlo_type(mlir_type: str) -> str:
    """Return the type as HLO writes it; a type without a counterpart stays as it is.

    Encodings of sparse or bounded tensors are dropped.
    """
    if mlir_type == "!stablehlo.token":
        return "token[]"
    match = _TENSOR.match(mlir_type)
    if match is None:
        return mlir_type
    element = _element(match[2])
    return mlir_type if element is None else f"{element}[{match[1].rstrip('x').replace('x', ',')}]"


def _element(name: str) -> str | None:
    if name in _ELEMENT_NAMES:
        return _ELEMENT_NAMES[name]
    if integer := re.fullmatch(r"(u?)i(\d+)", name):
        return f"{integer[1] or 's'}{integer[2]}"
    if re.fullmatch(r"bf16|f\d+\w*|tf32", name):
        return name.lower()
    return None


def array_type(hlo: str) -> Array | None:
    """Return the array of a type in HLO's notation; None for tokens and types without one."""
    try:
        shape: Shape = parse_shape(hlo)
    except ShapeError:
        return None
    return shape if isinstance(shape, Array) else None
