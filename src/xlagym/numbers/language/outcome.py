"""What goes into an evaluation and what comes out: names with a meaning, a value with its readings.

Apart from the evaluator, so that an outcome taken from the cache loads none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from xlagym.numbers.facts.facts import Facts
from xlagym.numbers.reading import Reading
from xlagym.numbers.units.quantity import Value


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name stands for: captures, or the value of another number."""

    value: Any
    readings: tuple[Reading, ...] = ()
    """What the other number has read."""
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class ChipConstants:
    """The constants of one chip as a group of facts."""

    chip: str
    names: tuple[str, ...]
    read: Callable[[str, str], Reading]

    def __str__(self) -> str:
        return f'chip("{self.chip}")'


class Scope(Protocol):
    """What an expression can name."""

    def bound(self, name: str) -> Bound | None:
        """The meaning of ``name``; None if it has none."""

    def names(self) -> Iterable[str]:
        """All names that have a meaning, for suggestions."""

    def captures(self, glob: str) -> list[Facts]:
        """The captures whose ids match, at least one. Raises ExpressionError."""

    def account(self, name: str) -> Facts:
        """The best timeline of ``VARIANT@CHIP``. Raises ExpressionError where there is none."""

    def chip(self, name: str) -> ChipConstants:
        """The constants of a chip. Raises ExpressionError."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The outcome of an expression."""

    value: Value
    """In root units (B, s, FLOP, cycle, B/s); whole numbers exact."""
    unit: str
    """Symbol; empty for counts, text and truths."""
    with_values: str
    readings: tuple[Reading, ...]
    """Each fact once, in the order of reading."""
