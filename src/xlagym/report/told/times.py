"""Figures as a report tells them, known or not: times of picoseconds, bytes, shares."""

from __future__ import annotations

from xlagym.numbers.units import scaled


def time(ps: float | None) -> str:
    """Picoseconds in the unit that leaves one to three digits before the point."""
    if ps is None:
        return "not recorded"
    return scaled.time(ps) if ps else "0"


def size(count: float | None) -> str:
    """Bytes in decimal units."""
    return "not known" if count is None else scaled.size(count)


def share(part: float) -> str:
    """A share of one as percent."""
    return f"{100 * part:.1f} %"
