"""A program lowered for its devices, and what every lowering needs: devices, shapes, no paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from xlagym.capturing.python_file import words_of
from xlagym.capturing.targets.device import present
from xlagym.capturing.targets.targets import Target
from xlagym.evidence.hlo.shapes import UNBOUNDED, Array, ShapeError, parse_shape
from xlagym.inputs.problems import Problem, ProblemError

_DTYPES = {"pred": "bool", "bf16": "bfloat16"}
_KINDS = {"s": "int", "u": "uint", "f": "float", "c": "complex"}


@dataclass(frozen=True, slots=True)
class Lowering:
    """A program lowered for its devices, ready to compile there."""

    source: str
    """The text of the file that it is written in."""
    lowered: Any
    """A ``jax.stages.Lowered``."""
    device: Any
    """The first of the devices (a ``jax.Device``)."""
    context: Callable[[], AbstractContextManager[Any]]
    """Makes the context in which it must be compiled."""
    function: str
    """Its name; the compiled module is called ``jit_…``."""
    traced: Any = None
    """A ``jax.stages.Traced`` where a jaxpr is wanted."""
    tensors: Mapping[str, str] = field(default_factory=dict)
    """Name → the Python expression in the program that makes it."""


def hide_this_machine(root: Path) -> None:
    """Keep paths above ``root`` and the frames of the code that captures out of all locations."""
    import jax
    from jax._src import source_info_util

    source_info_util.register_exclusion(str(Path(__file__).parents[1]))
    source_info_util.register_exclusion("<frozen ")
    jax.config.update(  # type: ignore[no-untyped-call]
        "jax_hlo_source_file_canonicalization_regex",
        f"^.*/(?=site-packages/)|^{re.escape(str(root))}/",
    )


def devices_of(target: Target) -> list[Any]:
    """Return the devices of ``target``, each a ``jax.Device``, if only by name.

    Raises ProblemError when its compiler is missing, or knows no such slice of a pod.
    """
    import jax

    if target.runs:
        return [present(target)]
    if target.topology is None:
        return jax.devices("cpu")[:1]
    from jax.experimental import topologies

    libtpu_version()
    # Older releases take a host to hold four chips unless they are told otherwise.
    bounds = {"chips_per_host_bounds": (1, 1, 1)} if target.topology.endswith(":1x1") else {}
    try:
        described = topologies.get_topology_desc(
            platform="tpu", topology_name=target.topology, **bounds
        )
    except Exception as error:
        raise ProblemError(
            Problem(
                target.name,
                f"the compiler can't describe {target.topology}: {words_of(error)}",
                "name a chip, or a slice that exists, such as tpu-v6e-2x4",
                rule="chip",
            )
        ) from error
    return list(described.devices)


def libtpu_version() -> str:
    """The version of the TPU compiler; raises ProblemError where there is none."""
    try:
        return version("libtpu")
    except PackageNotFoundError as error:
        raise ProblemError(
            Problem(
                "libtpu",
                "the TPU compiler is not installed",
                "install it, no TPU needed: pip install 'xlagym[tpu]' (make site does so)",
                rule="toolchain",
            )
        ) from error


def argument(text: str) -> Any:
    """The ``jax.ShapeDtypeStruct`` written as ``bf16[1024,128]``; ShapeError where it is none."""
    import jax
    import jax.numpy as jnp

    shape = parse_shape(text)
    if not isinstance(shape, Array) or UNBOUNDED in shape.dims:
        raise ShapeError("it is no array")
    try:
        dtype = jnp.dtype(_dtype_name(shape.dtype))
    except TypeError as error:
        raise ShapeError(str(error)) from error
    return jax.ShapeDtypeStruct(shape.dims, dtype)  # type: ignore[no-untyped-call]


def _dtype_name(name: str) -> str:
    """What numpy calls an element type of HLO: ``bf16`` → ``bfloat16``, ``s8`` → ``int8``."""
    if name in _DTYPES:
        return _DTYPES[name]
    if name.startswith("f8e"):
        return f"float8_{name[2:]}"
    return _KINDS.get(name[0], name[0]) + name[1:]
