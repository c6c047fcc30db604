"""A claim: a statement of the prose that the build holds true."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.inputs.problems import Problem
from xlagym.numbers.number import Provenance, evidence_hash, regenerate
from xlagym.numbers.reading import Reading


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim as evaluated on today's evidence."""

    id: str
    """``xla/05/nearly_double``: numbers and claims share their names."""
    page: str
    expression: str
    with_values: str
    holds: bool
    readings: tuple[Reading, ...]
    provenance: tuple[Provenance, ...]
    file: str
    line: int | None
    says: str = ""
    """The statement in words, where the author gave some."""

    @property
    def command(self) -> str:
        """Makes again the captures that it was read from."""
        return regenerate(self.readings)

    @property
    def evidence(self) -> str:
        """Short hash over what was read."""
        return evidence_hash(self.readings)

    def problem(self) -> Problem | None:
        """What to tell the author where it does not hold."""
        if self.holds:
            return None
        return Problem(
            self.file,
            f"the claim '{self.id}' no longer holds: {self.with_values}",
            "change the prose and the claim to what the evidence says",
            self.line,
            "claim",
        )
