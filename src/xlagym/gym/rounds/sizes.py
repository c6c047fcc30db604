"""Bytes as people read them: decimal units, three significant digits, never rounded to nothing."""

from __future__ import annotations

_UNITS = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def size(count: int) -> str:
    """``8.39 MB``; whole bytes below a thousand."""
    for unit, symbol in _UNITS:
        if count >= unit * 0.9995:
            return f"{_digits(count / unit)} {symbol}"
    return f"{count} B"


def exact(count: int) -> str:
    """``8,388,608 B``, which no line breaks."""
    return f"{count:,}\N{NO-BREAK SPACE}B"


def _digits(value: float) -> str:
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"
