"""Run in a process of its own: what jax says of programs and their StableHLO, as JSON.

``python jax_oracle.py CAPTURE_FOLDER…`` prints one object: for each folder the ops of its StableHLO
by jax's own context, walked with the bindings, and the equations of the program's jaxpr.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import jax
import jax.extend
import yaml
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

ELEMENTS = {"i1": "pred", "i8": "s8", "i32": "s32", "i64": "s64", "ui32": "u32"}
SAME = {
    "dot_general": "stablehlo.dot_general",
    "div": "stablehlo.divide",
    "exp": "stablehlo.exponential",
    "exp2": "stablehlo.exponential",
    "reduce_max": "stablehlo.reduce",
    "reduce_sum": "stablehlo.reduce",
    "rsqrt": "stablehlo.rsqrt",
    "sub": "stablehlo.subtract",
    "tanh": "stablehlo.tanh",
    "while": "stablehlo.while",
    "scan": "stablehlo.while",
}
"""Equations that become one op each."""


def type_name(kind: ir.Type) -> str:
    tensor = ir.RankedTensorType(kind)
    element = str(tensor.element_type)
    return f"{ELEMENTS.get(element, element)}[{','.join(map(str, tensor.shape))}]"


def walk(operation: Any) -> list[list[Any]]:
    found = []
    for region in operation.regions:
        for block in region.blocks:
            for view in block.operations:
                inner = view.operation
                found.append([inner.name, [type_name(result.type) for result in inner.results]])
                found += walk(inner)
    return found


def equations(jaxpr: Any) -> list[str]:
    found = []
    for equation in jaxpr.eqns:
        if equation.primitive.name in SAME:
            found.append(SAME[equation.primitive.name])
        if equation.primitive.name == "pallas_call":
            continue  # its body is a kernel's, carried as bytes
        for value in equation.params.values():
            closed = getattr(value, "jaxpr", value)
            if isinstance(closed, jax.extend.core.Jaxpr):
                found += equations(closed)
    return found


def traced(folder: Path) -> list[str]:
    """Trace the capture's own copy of its program at the capture's shapes."""
    manifest = yaml.safe_load((folder / "capture.yml").read_text())
    names: dict[str, Any] = {}
    exec(compile((folder / "program.py").read_text(), "program.py", "exec"), names)
    variant = names["VARIANTS"][manifest["variant"]]
    arguments = []
    of: Any = jax.ShapeDtypeStruct
    for text in variant.args:
        dtype, sizes = text.rstrip("]").split("[")
        dims = tuple(int(size) for size in sizes.split(",") if size)
        kind = {"bf16": "bfloat16", "f32": "float32", "s32": "int32", "s8": "int8"}[dtype]
        arguments.append(of(dims, kind))
    axes = re.findall(r'"(\w+)"=(\d+)', (folder / "stablehlo.mlir").read_text().split("func.")[0])
    mesh = jax.sharding.AbstractMesh(
        tuple(int(size) for _, size in axes), tuple(name for name, _ in axes)
    )
    with jax.sharding.use_abstract_mesh(mesh) if axes else contextlib.nullcontext():
        return equations(jax.make_jaxpr(variant.function)(*arguments).jaxpr)


def main() -> None:
    answer = {}
    for name in sys.argv[1:]:
        folder = Path(name)
        with mlir.make_ir_context():
            module = ir.Module.parse((folder / "stablehlo.mlir").read_text())
            answer[folder.name] = {"ops": walk(module.operation), "equations": traced(folder)}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
