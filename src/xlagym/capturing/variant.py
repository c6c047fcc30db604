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
    """

    function: Callable[..., Any]
    args: Sequence[str]
    tensors: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Name of the function as the compiler's module carries it, without ``jit_``."""
        function = self.function
        while isinstance(function, partial):
            function = function.func
        return str(function.__name__)
