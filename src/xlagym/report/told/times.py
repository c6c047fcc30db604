"""Figures as people read them: times of picoseconds, bytes, shares."""

from __future__ import annotations

_TIMES = ((10**12, "s"), (10**9, "ms"), (10**6, "µs"), (10**3, "ns"))
_BYTES = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def time(ps: float | None) -> str:
    """Picoseconds in the largest unit of which there is one, to three digits or more."""
    if ps is None:
        return "not recorded"
    for whole, unit in _TIMES:
        if abs(ps) >= whole:
            return f"{_three_digits(ps / whole)} {unit}"
    return f"{ps:,.0f} ps" if ps else "0"


def size(count: float | None) -> str:
    """Bytes in decimal units."""
    if count is None:
        return "not known"
    for whole, unit in _BYTES:
        if abs(count) >= whole:
            return f"{_three_digits(count / whole)} {unit}"
    return f"{count:,.0f} B"


def share(part: float) -> str:
    """A share of one as percent."""
    return f"{100 * part:.1f} %"


def _three_digits(value: float) -> str:
    return f"{value:,.{2 if abs(value) < 10 else 1 if abs(value) < 1000 else 0}f}"
