"""How other packages ask for a number: ``Workbook.evaluate``, by its signature alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypedDict, Unpack

if TYPE_CHECKING:
    from xlagym.numbers.number import Number


class Writing(TypedDict, total=False):
    """How a number is written on a page; see ``Workbook.evaluate``."""

    unit: str | None
    show: str | None
    digits: int | None


class Evaluate(Protocol):
    """Makes a number of an expression."""

    def __call__(
        self,
        id: str,
        expression: str,
        *,
        let: Mapping[str, str] | None = None,
        page: str = "",
        file: str = "",
        line: int | None = None,
        note: str = "",
        **writing: Unpack[Writing],
    ) -> Number:
        """Raises ProblemError where the evidence does not hold what is asked."""


class EvaluateHere(Protocol):
    """The same where page, captures and the beginning of the id are settled."""

    def __call__(self, name: str, expression: str, /, **writing: Unpack[Writing]) -> Number:
        """``name`` ends the number's id."""
