"""What a program of ``labs/programs/`` declares: its functions, and the shapes to compile them for.

Imports nothing heavy, so that a program reads as plain JAX with one line more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any


@dataclass(frozen=True, slots=True)
class Variant:
    """One function with the shapes that it is compiled for.

    ``args`` are written as HLO writes shapes: ``"bf16[1024,128]"``. ``tensors`` names values of the
    program by the Python expression that makes them, letter for letter as it stands in the file:
    ``{"scores": "q @ k.T"}``.

    A program for a pod says how its chips are laid out, ``mesh={"x": 8}`` (-1 for as many as the
    pod has), and how each argument lies on them, a ``jax.sharding.PartitionSpec`` each:
    ``shardings=[P("x", None), P()]``. ``result`` is that of the result, where it is not left to
    the compiler.
    """

    function: Callable[..., Any]
    args: Sequence[str]
    tensors: Mapping[str, str] = field(default_factory=dict)
    mesh: Mapping[str, int] = field(default_factory=dict)
    shardings: Sequence[Any] = ()
    result: Any = None

    @property
    def name(self) -> str:
        """Name of the function as the compiler's module carries it, without ``jit_``."""
        function = self.function
        while isinstance(function, partial):
            function = function.func
        return str(function.__name__)
