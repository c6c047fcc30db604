"""The ledger: every number and claim of the site, with the page that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from xlagym.inputs.problems import Problem
from xlagym.numbers.claim import Claim
from xlagym.numbers.number import Number
from xlagym.numbers.reading import Reading


@dataclass(slots=True)
class Ledger:
    """Numbers and claims by id. An id belongs to one place in one file."""

    numbers: dict[str, Number] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """Ids that were given twice."""

    def add(self, *entries: Number | Claim) -> None:
        """Take in numbers and claims; a second owner of an id becomes a problem."""
        for entry in entries:
            known = self.numbers.get(entry.id) or self.claims.get(entry.id)
            if known is not None:
                self._again(known, entry)
            elif isinstance(entry, Number):
                self.numbers[entry.id] = entry
            else:
                self.claims[entry.id] = entry

    def by_capture(self) -> dict[str, list[Number]]:
        """For each capture that is quoted, the numbers that were read from it, by id."""
        found: dict[str, list[Number]] = {}
        for _, number in sorted(self.numbers.items()):
            for capture in dict.fromkeys(reading.capture for reading in number.readings):
                found.setdefault(capture, []).append(number)
        return found

    def to_json(self) -> list[dict[str, Any]]:
        """Every number for machines, by id: what ``numbers.json`` holds."""
        return [_row(number) for _, number in sorted(self.numbers.items())]

    def claims_to_json(self) -> list[dict[str, Any]]:
        """Every claim for machines, by id."""
        return [
            {
                "id": claim.id,
                "page": claim.page,
                "says": claim.says,
                "holds": claim.holds,
                "expression": claim.expression,
                "with_values": claim.with_values,
                "sources": _sources(claim.readings),
            }
            for _, claim in sorted(self.claims.items())
        ]

    def _again(self, known: Number | Claim, entry: Number | Claim) -> None:
        if (known.file, known.line, known.page) == (entry.file, entry.line, entry.page):
            return
        where = known.file if known.line is None else f"{known.file}:{known.line}"
        self.problems.append(
            Problem(
                entry.file,
                f"the id '{entry.id}' is taken: {where} has it for {known.page}",
                "rename one of the two",
                entry.line,
                "duplicate",
            )
        )


def _row(number: Number) -> dict[str, Any]:
    return {
        "id": number.id,
        "page": number.page,
        "text": number.text,
        "value": number.value,
        "unit": number.unit,
        "basis": number.basis,
        "expression": number.expression,
        "with_values": number.with_values,
        "rounding": number.rounding,
        "sources": _sources(number.readings),
    }


def _sources(readings: Iterable[Reading]) -> list[dict[str, Any]]:
    """Where the readings stand, each place once."""
    rows = []
    for reading in readings:
        row: dict[str, Any] = {"capture": reading.capture or None}
        row |= {"file": reading.file, "sha256": reading.sha256}
        if reading.line is not None:
            row["line"] = reading.line
        if reading.source:
            row["source"] = reading.source
        if row not in rows:
            rows.append(row)
    return rows
