"""A number with its receipt: the value, how it was made, and what it was read from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from xlagym.numbers.reading import Reading
from xlagym.numbers.units.display import plainly
from xlagym.numbers.units.quantity import Value

BASES = ("given", "published", "compiled", "measured")
"""Weakest first: an author's assumption, a figure quoted from elsewhere, the compiler's word
without a device, a device's own. A number is as good as the weakest that it rests on."""

_UNFIT = re.compile(r"[^\w.+-]+")
"""What an id of a page doesn't take from that of a number."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """A capture that a number was read from: on what it was made, and how to make it again."""

    capture: str
    target: str
    device_kind: str
    basis: str
    jax: str
    jaxlib: str
    libtpu: str
    command: str


@dataclass(frozen=True, slots=True)
class Number:
    """A value as a page shows it, and everything that its receipt tells."""

    id: str
    """Path of its page's part and name: ``xla/05/score_trip``."""
    page: str
    """Site path of the page that it belongs to: ``/l/xla/05-fusion/``."""
    text: str
    """As shown: ``276.8 MB``."""
    value: Value
    """Raw: not rounded, whole bytes as an int."""
    unit: str
    """Symbol of the raw value's unit; empty for counts, text and truths."""
    basis: str
    """The weakest of ``bases``."""
    bases: tuple[str, ...]
    """Of all readings, weakest first."""
    expression: str
    with_values: str
    rounding: str
    """What made the text out of the raw value: ``rounded to 1 decimal of MB``, ``exact``."""
    readings: tuple[Reading, ...]
    provenance: tuple[Provenance, ...]
    """The captures among the readings, once each."""
    file: str
    """Where an author asks for it."""
    line: int | None
    note: str = ""
    """What the author says about it, the reason of a given figure among that."""

    @property
    def raw(self) -> str:
        """The raw value with its unit: ``276,824,064 B``."""
        return plainly(self.value, self.unit)

    @property
    def anchor(self) -> str:
        """The id of its receipt on a page: ``r-xla.05.score_trip``."""
        return "r-" + _UNFIT.sub(".", self.id)

    @property
    def command(self) -> str:
        """Makes again the captures that it was read from; empty where there are none."""
        return regenerate(self.readings)

    @property
    def evidence(self) -> str:
        """Short hash over what was read."""
        return evidence_hash(self.readings)


def bases(readings: Iterable[Reading]) -> tuple[str, ...]:
    """What the readings rest on, weakest first."""
    found = {reading.basis for reading in readings}
    known = tuple(basis for basis in BASES if basis in found)
    return known + tuple(sorted(found.difference(BASES)))


def regenerate(readings: Iterable[Reading]) -> str:
    """The command that makes the captures of the readings again."""
    captures = dict.fromkeys(reading.capture for reading in readings if reading.capture)
    return f"xlagym capture {' '.join(captures)} --replace" if captures else ""


def evidence_hash(readings: Iterable[Reading]) -> str:
    """Twelve hexadecimal digits over the hashes of the files read, in no particular order."""
    evidence = "\n".join(sorted({reading.evidence for reading in readings}))
    return hashlib.sha256(evidence.encode()).hexdigest()[:12]
