"""What the compiler says that a program costs and holds: its cost model and its memory analysis.

These are the compiler's figures, not measured ones; where it can't see (a kernel's inside) it
counts nothing, and on some targets it prints nonsense (a negative time). Both are kept as given.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass


class CostError(ValueError):
    """Raised when an analysis can't be read, or lacks the figure that is asked for."""


@dataclass(frozen=True, slots=True)
class Cost:
    """``cost_analysis()`` of a compiled program. Nothing recorded is None, which is not zero."""

    all: dict[str, float]
    """Every figure by the compiler's own key; whole numbers are ints."""

    @property
    def flops(self) -> float | None:
        """Floating-point operations."""
        return self.all.get("flops")

    @property
    def bytes_accessed(self) -> float | None:
        """Bytes read and written by the ops, each op's operands and results summed."""
        return self.all.get("bytes accessed")

    @property
    def transcendentals(self) -> float | None:
        """Exponentials, logarithms and the like, where they are not counted as flops."""
        return self.all.get("transcendentals")

    @property
    def optimal_seconds(self) -> float | None:
        """The time that the cost model thinks possible, in seconds; absent on CPU."""
        return self.all.get("optimal_seconds")


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """``memory_analysis()``: bytes on the device, as the executable asks for them."""

    argument_bytes: int
    output_bytes: int
    temp_bytes: int
    alias_bytes: int
    generated_code_bytes: int


def read_cost(json_text: str) -> Cost:
    """Read a cost analysis as JSON; raise ``CostError`` where it is no object of numbers."""
    data = _object(json_text, "the cost analysis")
    return Cost({key: _whole(key, value) for key, value in data.items()})


def read_memory_stats(json_text: str) -> MemoryStats:
    """Read a memory analysis as JSON; raise ``CostError`` naming a size that is missing."""
    data = _object(json_text, "the memory analysis")

    def size(name: str) -> int:
        value = data.get(f"{name}_size_in_bytes")
        if type(value) is not int:
            raise CostError(
                f"the memory analysis: {name}_size_in_bytes is {value!r}, expected bytes"
            )
        return value

    return MemoryStats(
        size("argument"), size("output"), size("temp"), size("alias"), size("generated_code")
    )


def _object(text: str, name: str) -> Mapping[str, object]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CostError(f"{name} can't be read: {error}") from error
    if not isinstance(data, dict):
        raise CostError(f"{name} holds no object")
    return data


def _whole(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CostError(f"the cost analysis: {key!r} is {value!r}, expected a number")
    # The compiler counts in floating point; a whole count reads better as one.
    return int(value) if isinstance(value, float) and value.is_integer() else value
