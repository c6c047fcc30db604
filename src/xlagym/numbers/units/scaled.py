"""Amounts as a sentence tells them: in the unit that leaves one to three digits before the point.

Three significant digits, never in powers of ten, never rounded to nothing; below the first unit
they are whole. Numbers with a receipt are shown by ``display``, which says how it has rounded.
"""

from __future__ import annotations

type Ladder = tuple[tuple[int, str], ...]
"""Units from the largest to the one that amounts are counted in."""

BYTES: Ladder = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "B"))
PICOSECONDS: Ladder = ((10**12, "s"), (10**9, "ms"), (10**6, "µs"), (10**3, "ns"), (1, "ps"))
OPERATIONS: Ladder = (
    (10**12, "TFLOP"),
    (10**9, "GFLOP"),
    (10**6, "MFLOP"),
    (10**3, "kFLOP"),
    (1, "FLOP"),
)


def scaled(amount: float, ladder: Ladder) -> str:
    """``8.39 MB``; what rounds to a thousand of a unit is one of the next."""
    for size, symbol in ladder[:-1]:
        if abs(amount) >= size * 0.9995:
            return f"{_three_digits(amount / size)} {symbol}"
    return f"{amount:,.0f} {ladder[-1][1]}"


def size(count: float) -> str:
    """Bytes: ``8.39 MB``, ``512 B``."""
    return scaled(count, BYTES)


def exact(count: int) -> str:
    """``8,388,608 B``, which no line breaks."""
    return f"{count:,}\N{NO-BREAK SPACE}B"


def time(picoseconds: float) -> str:
    """A time: ``8.16 µs``."""
    return scaled(picoseconds, PICOSECONDS)


def operations(count: float) -> str:
    """Floating-point operations: ``17.2 GFLOP``."""
    return scaled(count, OPERATIONS)


def _three_digits(value: float) -> str:
    if abs(value) >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 9.995 else f"{value:.2f}"
