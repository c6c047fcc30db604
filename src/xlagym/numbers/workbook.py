"""Where expressions are evaluated: captures and constants, together.

What an expression comes to is kept, and so is each fact that it reads: a warm build evaluates
nothing and doesn't import pint, and one new capture doesn't read the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from xlagym.inputs.problems import ProblemError
from xlagym.keeping.kept import kept
from xlagym.numbers.asked import NumberRequest
from xlagym.numbers.claim import Claim
from xlagym.numbers.constants import Constants
from xlagym.numbers.facts.facts import FactSource
from xlagym.numbers.language.expression import ExpressionError
from xlagym.numbers.language.names import Names
from xlagym.numbers.number import Number, Provenance, bases
from xlagym.numbers.reading import Reading
from xlagym.numbers.sources import CaptureSources
from xlagym.numbers.units.display import Precision, Shown, show
from xlagym.numbers.units.quantity import UnitError, Value, convert, symbol

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.numbers.language.outcome import Evaluated


class Workbook:
    """Evaluates expressions over a store and the constants of chips."""

    def __init__(
        self,
        store: Store,
        constants: Constants,
        health: Callable[[Capture], list[str]] | None = None,
    ) -> None:
        """``health`` says what is wrong with a capture; by default ``captures.health`` does."""
        self.sources = CaptureSources(store, constants, health)

    @property
    def store(self) -> Store:
        """The captures."""
        return self.sources.store

    @property
    def constants(self) -> Constants:
        """The constants of chips."""
        return self.sources.constants

    def evaluate(
        self,
        id: str,
        expression: str,
        *,
        let: Mapping[str, str] | None = None,
        page: str = "",
        unit: str | None = None,
        show: str | None = None,
        digits: int | None = None,
        file: str = "",
        line: int | None = None,
        note: str = "",
    ) -> Number:
        """A number from an expression that stands in no sheet: a station's header, a cell.

        ``let`` names captures by id or glob. Raises ProblemError at ``file`` and ``line``.
        """
        asked = NumberRequest(id, page, expression, file, line, unit, show, digits, note)
        return self.number(asked, Names(self.sources, dict(let or {})))

    def number(self, asked: NumberRequest, names: Names) -> Number:
        """Evaluate and write ``asked`` as a number. Raises ProblemError."""
        outcome = self._outcome(asked, names, "number")
        value, unit, readings = outcome.value, outcome.unit, outcome.readings
        if asked.given or asked.source:
            value, unit, readings = self._quoted(asked, names, outcome)
        elif not readings:
            raise ProblemError(
                asked.problem(
                    "it reads no evidence",
                    "name a fact; a quoted figure needs 'source:', an assumption 'given:'",
                )
            )
        value, unit = self._in_unit(asked, value, unit)
        shown = self.shown(asked, value, unit, asked.show, Precision(asked.digits))
        found = bases(readings)
        return Number(
            id=asked.id,
            page=asked.page,
            text=shown.text,
            value=value,
            unit=unit,
            basis=found[0],
            bases=found,
            expression=" ".join(asked.expression.split()),
            with_values=outcome.with_values,
            rounding=shown.rounding,
            readings=readings,
            provenance=self.provenance(readings),
            file=asked.file,
            line=asked.line,
            note=asked.note or asked.given,
        )

    def claim(self, asked: NumberRequest, names: Names) -> Claim:
        """Evaluate ``asked`` as a claim, true or false. Raises ProblemError where it is neither."""
        outcome = self._outcome(asked, names, "claim")
        if not isinstance(outcome.value, bool):
            raise ProblemError(
                asked.problem(
                    f"a claim must come out true or false, not {outcome.with_values}",
                    "compare it with something",
                    "claim",
                )
            )
        if not outcome.readings:
            raise ProblemError(asked.problem("it reads no evidence", "name a fact", "claim"))
        return Claim(
            id=asked.id,
            page=asked.page,
            expression=" ".join(asked.expression.split()),
            with_values=outcome.with_values,
            holds=outcome.value,
            readings=outcome.readings,
            provenance=self.provenance(outcome.readings),
            file=asked.file,
            line=asked.line,
            says=asked.says,
        )

    def shown(
        self, asked: NumberRequest, value: Value, unit: str, into: str | None, digits: Precision
    ) -> Shown:
        """``value`` as text. Raises ProblemError where the unit does not fit."""
        try:
            return show(value, unit, into, digits)
        except UnitError as error:
            raise ProblemError(
                asked.problem(str(error), "show it in a unit of its kind", "unit")
            ) from error

    def source(self, capture: Capture) -> FactSource:
        """``capture`` as expressions see it."""
        return self.sources.of(capture)

    def health(self, capture: Capture) -> list[str]:
        """What is wrong with ``capture``; nothing may quote one that isn't healthy."""
        return self.source(capture).sick

    def provenance(self, readings: Iterable[Reading]) -> tuple[Provenance, ...]:
        """The captures among ``readings``, in the order of first reading."""
        names = dict.fromkeys(reading.capture for reading in readings if reading.capture)
        return tuple(_provenance(self.store.captures[name]) for name in names)

    def _outcome(self, asked: NumberRequest, names: Names, rule: str) -> Evaluated:
        try:
            return _evaluated(asked.expression, names)
        except ExpressionError as error:
            rule = error.rule if error.rule == "unit" else rule
            raise ProblemError(asked.problem(error.message, error.advice, rule)) from error

    def _quoted(
        self, asked: NumberRequest, names: Names, outcome: Evaluated
    ) -> tuple[Value, str, tuple[Reading, ...]]:
        """A figure that an author typed, with who says so as its only reading."""
        if outcome.readings:
            raise ProblemError(
                asked.problem(
                    "it is computed from evidence, so nobody has to vouch for it",
                    "remove 'source' and 'given', or quote the figure alone",
                )
            )
        unit = outcome.unit or self._symbol(asked, asked.unit or "")
        reading = Reading(
            path=asked.id.rpartition("/")[2],
            value=outcome.value,
            unit=unit,
            capture="",
            file=asked.file,
            line=asked.line,
            sha256=names.sha256,
            basis="published" if asked.source else "given",
            source=asked.source,
        )
        return outcome.value, unit, (reading,)

    def _symbol(self, asked: NumberRequest, unit: str) -> str:
        try:
            return symbol(unit)
        except UnitError as error:
            raise ProblemError(asked.problem(str(error), "see the units in use", "unit")) from error

    def _in_unit(self, asked: NumberRequest, value: Value, unit: str) -> tuple[Value, str]:
        """The raw value in the unit that the author declares for it."""
        if asked.unit is None:
            return value, unit
        target = self._symbol(asked, asked.unit)
        if target == unit:
            return value, unit
        if isinstance(value, str | bool):
            message = f"it is {value!r}, which has no unit, and '{asked.unit}' is asked for"
            raise ProblemError(asked.problem(message, "remove 'unit'", "unit"))
        try:
            return convert(value, unit, target), target
        except UnitError as error:
            message = f"it comes out in {unit or 'no unit'}: {error}"
            raise ProblemError(
                asked.problem(message, "correct 'unit' or the expression", "unit")
            ) from error


@kept
def _evaluated(expression: str, names: Names) -> Evaluated:
    from xlagym.numbers.language.evaluation import evaluate

    return evaluate(expression, names)


def _provenance(capture: Capture) -> Provenance:
    manifest = capture.manifest
    return Provenance(
        capture=manifest.id,
        target=manifest.target,
        device_kind=manifest.device_kind,
        basis=manifest.basis,
        jax=manifest.jax,
        jaxlib=manifest.jaxlib,
        libtpu=manifest.libtpu,
        command=manifest.command,
    )
