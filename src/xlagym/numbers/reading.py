"""A reading: one fact taken from one file of evidence, the leaf of every expression."""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.numbers.units.display import plainly
from xlagym.numbers.units.quantity import Value


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read, and where it stands."""

    path: str
    """The fact as an expression names it: ``cost.bytes_accessed``, ``tensor("scores").space``."""
    value: Value
    unit: str
    """Symbol; empty for counts, text and truths."""
    capture: str
    """Capture id; empty for a constant and for a published figure."""
    file: str
    """Name inside the capture's folder (``cost.json``), else the file that holds the constant."""
    line: int | None
    """1-based line of ``file``; None where the whole file was counted."""
    sha256: str
    """Hash of ``file``."""
    basis: str
    """``compiled``, ``measured``, ``published``, or ``given`` for an author's own assumption."""
    source: str = ""
    """Key of the reference that publishes it; empty for what a capture holds."""

    @property
    def text(self) -> str:
        """The value with its unit, unrounded."""
        return plainly(self.value, self.unit)

    @property
    def evidence(self) -> str:
        """What the lock hashes: the file of a capture, but of a shared file only this entry."""
        if self.capture:
            return f"{self.capture}/{self.file} {self.sha256}"
        return f"{self.path} {self.value!r} {self.unit} {self.source}"
