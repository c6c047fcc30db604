"""Which of the known numbers an author who typed a figure probably had before their eyes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_FIGURE = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_SCALES = (*(1000.0**power for power in range(-4, 5)), 1024.0**2, 1024.0, 1 / 1024, 100.0)
_CLOSE = 0.1


@dataclass(frozen=True, slots=True)
class Evidence:
    """A number that could be quoted instead."""

    id: str
    """As a role names it: ``score_trip``."""
    text: str
    """As a page would show it: ``276.8 MB``."""
    value: object
    """The raw value."""


def nearest_evidence(typed: str, known: Iterable[Evidence]) -> str:
    """A sentence that names the number nearest to the figure ``typed``."""
    ranked = sorted(
        ((_distance(typed, number), index, number) for index, number in enumerate(known)),
        key=lambda row: row[:2],
    )
    if not ranked:
        return "this page's sheet has no number to quote instead"
    distance, _, number = ranked[0]
    if distance > _CLOSE:
        return f"no number of the evidence is near it; the nearest is {number.id} ({number.text})"
    return f"the nearest evidence is {number.id} ({number.text}); quote it: {{q}}`{number.id}`"


def _distance(typed: str, number: Evidence) -> float:
    """0 for the same figure, else how far apart, relative to the greater of the two."""
    figure = _FIGURE.search(typed)
    if figure is None:
        return 1.0
    shown = _FIGURE.findall(number.text)
    if figure.group() in shown:
        return 0.0
    wanted = _float(figure.group())
    return min((_apart(wanted, candidate) for candidate in _candidates(number, shown)), default=1.0)


def _candidates(number: Evidence, shown: list[str]) -> Iterator[float]:
    yield from map(_float, shown)
    if isinstance(number.value, int | float) and not isinstance(number.value, bool):
        value = float(number.value)
        yield from (value * scale for scale in _SCALES)


def _float(figure: str) -> float:
    return float(figure.replace(",", ""))


def _apart(one: float, other: float) -> float:
    greater = max(abs(one), abs(other))
    return abs(one - other) / greater if 0 < greater < float("inf") else float(one != other)
