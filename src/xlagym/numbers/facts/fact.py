"""One fact that expressions may ask of a capture: its form, its unit, and how it is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.form import AnyForm
    from xlagym.numbers.units.quantity import Value


class NoFactError(LookupError):
    """A fact that is not declared, or that this capture does not hold; says what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A fact's value, and its line in the fact's file where one line tells it."""

    value: Value
    line: int | None = None
    unit: str | None = None
    """Where the value brings its own, as a published figure does."""
    source: str = ""
    """Key of the reference that publishes it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One declared fact."""

    form: AnyForm
    """The form of evidence that tells it."""
    unit: str
    """Symbol; empty for counts, text and truths."""
    says: str
    """One line of meaning, for the list of facts."""
    find: Callable[[Capture, str], FoundValue]
    """(capture, the argument in brackets or '') → the value. Raises NoFactError, ValueError."""
