"""Where a program's arguments lie: on one device, or spread over the chips of a pod."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from xlagym.capturing.programs.variant import Variant
from xlagym.inputs.problems import Problem, ProblemError


@dataclass(frozen=True, slots=True)
class Placement:
    """The devices that a program is lowered for, and the shardings there."""

    device: Any
    """The first of them (a ``jax.Device``)."""
    mesh: Any = None
    """A ``jax.sharding.Mesh`` over all of them; None for a program of one device."""
    shardings: tuple[Any, ...] = ()
    """One for each argument, where there is a mesh."""
    result: Any = None
    """The sharding that the variant asks for its result; None leaves it to the compiler."""

    def context(self) -> AbstractContextManager[Any]:
        """Return the context in which the program is lowered and compiled."""
        import jax

        # Plain shapes under a default device lower without a word about shardings.
        return jax.default_device(self.device) if self.mesh is None else jax.set_mesh(self.mesh)

    def jit(self, function: Any) -> Any:
        """Return ``function`` to be traced, with the result's sharding if one is asked for."""
        import jax

        return (
            jax.jit(function)
            if self.result is None
            else jax.jit(function, out_shardings=self.result)
        )

    def shape(self, at: int, shape: Any) -> Any:
        """Return the ``jax.ShapeDtypeStruct`` of the argument ``at``, with its sharding."""
        import jax

        if self.mesh is None:
            return shape
        return jax.ShapeDtypeStruct(  # type: ignore[no-untyped-call]
            shape.shape, shape.dtype, sharding=self.shardings[at]
        )


def place(variant: Variant, devices: Sequence[Any], file: str) -> Placement:
    """Lay a variant's arguments out over ``devices``.

    Raises ProblemError where its mesh doesn't fit them, or its shardings don't fit its arguments.
    """
    if not variant.mesh:
        return Placement(devices[0])
    import numpy as np
    from jax.sharding import Mesh, NamedSharding

    if len(variant.shardings) != len(variant.args):
        raise ProblemError(
            _problem(
                file,
                f"{len(variant.shardings)} shardings for {len(variant.args)} arguments",
                "give one for each argument: P() for one that every chip holds whole",
            )
        )
    sizes = mesh_sizes(tuple(variant.mesh.values()), len(devices))
    if sizes is None:
        axes = ", ".join(f"{name}: {size}" for name, size in variant.mesh.items())
        raise ProblemError(
            _problem(
                file,
                f"a mesh of {{{axes}}} does not take up {len(devices)} devices",
                "let the sizes multiply to that number; one of them may be -1, for the rest",
            )
        )
    mesh = Mesh(np.array(devices).reshape(sizes), tuple(variant.mesh))
    shardings = tuple(NamedSharding(mesh, spec) for spec in variant.shardings)
    result = None if variant.result is None else NamedSharding(mesh, variant.result)
    return Placement(devices[0], mesh, shardings, result)


def mesh_sizes(sizes: tuple[int, ...], devices: int) -> tuple[int, ...] | None:
    """Return the sizes with the one that is -1 filled in; None where they don't give ``devices``.

    As in ``reshape``: ``(2, -1)`` over 8 devices is ``(2, 4)``.
    """
    known = math.prod(size for size in sizes if size != -1)
    if sizes.count(-1) > 1 or known < 1 or devices % known:
        return None
    filled = tuple(devices // known if size == -1 else size for size in sizes)
    return filled if math.prod(filled) == devices else None


def _problem(file: str, message: str, advice: str) -> Problem:
    return Problem(file, message, advice, rule="program")
