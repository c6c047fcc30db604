"""Run in a process of its own: what jax says of programs and their StableHLO, as JSON.

``python jax_oracle.py CAPTURE_FOLDER…`` prints one object: for each folder the ops of its StableHLO
by jax's own context, walked with the bindings, and the equations of the program's jaxpr.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.extend
import yaml
from jax._src.interpreters import mlir, partial_eval
from jax.lax import GatherScatterMode
from jaxlib.mlir import ir

ELEMENTS = {"i1": "pred", "i8": "s8", "i32": "s32", "i64": "s64", "ui32": "u32"}
BECOMES = {
    "div": ("divide",),
    "dot_general": ("dot_general",),
    "exp": ("exponential",),
    "exp2": ("exponential",),
    "logistic": ("exponential", "divide"),
    "one_minus_square": ("subtract",),
    "reduce_max": ("reduce",),
    "reduce_sum": ("reduce",),
    "rsqrt": ("rsqrt",),
    "scan": ("while",),
    "sub": ("subtract",),
    "tanh": ("tanh",),
    "while": ("while",),
}
"""Equations, and the ops of these kinds that each becomes."""


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


def becomes(equation: Any) -> Iterator[str]:
    """Which ops of the kinds of ``BECOMES`` an equation is lowered to, beside those inside it."""
    primitive, params = equation.primitive.name, equation.params
    yield from BECOMES.get(primitive, ())
    if primitive == "gather" and params["mode"] == GatherScatterMode.FILL_OR_DROP:
        yield "reduce"  # of the mask that says which indices lie inside
    if primitive == "scan" and params["reverse"]:
        yield from ("subtract", "subtract")  # of the counter from the last index


def equations(jaxpr: Any, seen: set[int]) -> list[str]:
    """Ops that the equations of a jaxpr become; those of one that is called twice, once."""
    found = []
    for equation in jaxpr.eqns:
        found += [f"stablehlo.{name}" for name in becomes(equation)]
        if equation.primitive.name == "pallas_call":
            continue  # its body is a kernel's, carried as bytes
        for value in equation.params.values():
            closed = getattr(value, "jaxpr", value)
            if isinstance(closed, jax.extend.core.Jaxpr) and id(closed) not in seen:
                if equation.primitive.name == "jit":
                    seen.add(id(closed))
                found += equations(closed, seen)
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
        tuple(int(size) for _, size in axes),
        tuple(name for name, _ in axes),
        # As in a ``Mesh`` of devices: a constraint on a value's sharding moves it.
        axis_types=(jax.sharding.AxisType.Auto,) * len(axes),
    )
    with jax.sharding.use_abstract_mesh(mesh) if axes else contextlib.nullcontext():
        jaxpr = jax.make_jaxpr(variant.function)(*arguments).jaxpr
        # As when it is compiled: what nothing asks for is not lowered.
        alive, _ = partial_eval.dce_jaxpr(jaxpr, [True] * len(jaxpr.outvars))
        return equations(alive, set())


def read(folder: Path) -> dict[str, Any]:
    with mlir.make_ir_context():
        module = ir.Module.parse((folder / "stablehlo.mlir").read_text())
        return {"ops": walk(module.operation), "equations": traced(folder)}


def main() -> None:
    answer = {}
    for name in sys.argv[1:]:
        folder = Path(name)
        try:
            answer[folder.name] = read(folder)
        except Exception as error:
            error.add_note(f"This happened at {folder}.")
            raise
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
