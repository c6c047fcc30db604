"""A ``numbers.yml``: the numbers and claims of one chapter.

    let:    {attn: attention-s8192@tpu-v6e}
    numbers:
      cost_bytes: {is: attn.cost.bytes_accessed, unit: B, show: MB, digits: 1}
      score_trip: {is: 2 * attn.tensor("scores").bytes + attn.io_bytes, show: MB, digits: 1}
    claims:
      nearly_double: score_trip / cost_bytes > 1.7

Numbers may name each other. A figure that no evidence of ours tells carries ``source:`` (the key of
the reference that publishes it) or ``given:`` (why the author may assume it), and its ``unit:``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.asked import NumberRequest
from xlagym.numbers.claim import Claim
from xlagym.numbers.language.names import Names
from xlagym.numbers.number import Number
from xlagym.numbers.sheets.form import ClaimEntry, NumberEntry, read_form
from xlagym.numbers.units.display import Precision, precision
from xlagym.numbers.units.quantity import UnitError
from xlagym.numbers.workbook import Workbook

if TYPE_CHECKING:
    from xlagym.numbers.language.outcome import Bound

MAX_CHAIN = 24
"""Numbers that may rest on each other in a row."""


@dataclass(slots=True, eq=False)
class Sheet:
    """The numbers and claims of one page, evaluated when asked for."""

    workbook: Workbook
    file: str
    sha256: str
    prefix: str
    """Before each id: ``xla/05``."""
    page: str
    """Site path of the page: ``/l/xla/05-fusion/``."""
    lets: Mapping[str, str]
    entries: Mapping[str, NumberEntry]
    claim_entries: Mapping[str, ClaimEntry]
    _made: dict[str, Number] = field(default_factory=dict)
    _underway: list[str] = field(default_factory=list)
    _names: Names = field(init=False)

    def __post_init__(self) -> None:
        self._names = Names(
            self.workbook.sources, self.lets, self.entries, self._bound, self.sha256
        )

    def number(self, name: str, show: str | None = None, fmt: str | None = None) -> Number:
        """The number ``name``; ``show`` and ``fmt`` override its unit and digits for one use.

        A unit without a format gets default digits, since those of another unit would mislead.
        Raises ProblemError, at its line of the sheet.
        """
        number = self._number(name)
        if show is None and fmt is None:
            return number
        entry = self.entries[name]
        asked = self._asked(name, entry)
        try:
            digits = precision(fmt) if fmt is not None else Precision()
        except UnitError as error:
            raise ProblemError(asked.problem(str(error), "write .1f, .3g or d")) from error
        into = show if show is not None else entry.show
        shown = self.workbook.shown(asked, number.value, number.unit, into, digits)
        return replace(number, text=shown.text, rounding=shown.rounding)

    def claim(self, name: str) -> Claim:
        """The claim ``name``, true or false. Raises ProblemError where it can't be evaluated."""
        if name not in self.claim_entries:
            raise self._unknown(name, "claim", self.claim_entries)
        entry = self.claim_entries[name]
        asked = NumberRequest(
            self._id(name), self.page, entry.expression, self.file, entry.line, says=entry.says
        )
        return self.workbook.claim(asked, self._names)

    def evaluate(self, id: str, expression: str, *, line: int | None = None) -> Number:
        """A number from an expression that may name this sheet's numbers and captures."""
        asked = NumberRequest(id, self.page, expression, self.file, line)
        return self.workbook.number(asked, self._names)

    def numbers(self) -> list[Number]:
        """All numbers. Raises ProblemError at the first that can't be evaluated."""
        return [self.number(name) for name in self.entries]

    def claims(self) -> list[Claim]:
        """All claims. Raises ProblemError at the first that can't be evaluated."""
        return [self.claim(name) for name in self.claim_entries]

    def problems(self) -> list[Problem]:
        """What is wrong with any number or claim, false claims among it."""
        found: list[Problem] = []
        for name in self.entries:
            try:
                self.number(name)
            except ProblemError as error:
                found += error.problems
        for name in self.claim_entries:
            try:
                problem = self.claim(name).problem()
            except ProblemError as error:
                found += error.problems
            else:
                found += [problem] if problem else []
        return list(dict.fromkeys(found))

    def sources(self) -> dict[str, int | None]:
        """Keys of the references that numbers quote, each with its first line."""
        found: dict[str, int | None] = {}
        for entry in self.entries.values():
            if entry.source:
                found.setdefault(entry.source, entry.line)
        return found

    def _number(self, name: str) -> Number:
        if name not in self.entries:
            raise self._unknown(name, "number", self.entries)
        if name not in self._made:
            asked = self._asked(name, self.entries[name])
            self._refuse_depth(name, asked)
            self._underway.append(name)
            try:
                self._made[name] = self.workbook.number(asked, self._names)
            finally:
                self._underway.pop()
        return self._made[name]

    def _refuse_depth(self, name: str, asked: NumberRequest) -> None:
        if name in self._underway:
            circle = [*self._underway[self._underway.index(name) :], name]
            raise ProblemError(
                asked.problem(f"it depends on itself: {' → '.join(circle)}", "break the circle")
            )
        if len(self._underway) >= MAX_CHAIN:
            raise ProblemError(
                asked.problem(
                    f"more than {MAX_CHAIN} numbers rest on it, one on the other",
                    "shorten the chain: nobody could follow it",
                )
            )

    def _bound(self, name: str) -> Bound:
        from xlagym.numbers.language.outcome import Bound
        from xlagym.numbers.units.quantity import quantity

        number = self._number(name)
        return Bound(quantity(number.value, number.unit), number.readings, is_number=True)

    def _asked(self, name: str, entry: NumberEntry) -> NumberRequest:
        return NumberRequest(
            id=self._id(name),
            page=self.page,
            expression=entry.expression,
            file=self.file,
            line=entry.line,
            unit=entry.unit,
            show=entry.show,
            digits=entry.digits,
            note=entry.note,
            given=entry.given,
            source=entry.source,
        )

    def _id(self, name: str) -> str:
        return f"{self.prefix}/{name}"

    def _unknown(self, name: str, kind: str, known: Mapping[str, object]) -> ProblemError:
        return ProblemError(
            Problem(self.file, f"there is no {kind} '{name}' here", nearest(name, known), rule=kind)
        )


def read_sheet(workbook: Workbook, text: str, file: str, *, prefix: str, page: str) -> Sheet:
    """Parse a ``numbers.yml``. Raises ProblemError with everything that is wrong in its form."""
    form = read_form(read_yaml(text, file))
    return Sheet(
        workbook=workbook,
        file=file,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        prefix=prefix,
        page=page,
        lets=form.lets,
        entries=form.numbers,
        claim_entries=form.claims,
    )
