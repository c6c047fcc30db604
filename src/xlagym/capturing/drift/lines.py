"""A capture in a line for each thing that means something: what a new compiler is compared by."""

from __future__ import annotations

from xlagym.captures.capture import Capture
from xlagym.captures.decisions import decided, in_lines
from xlagym.captures.forms import REFUSAL


def lines(capture: Capture) -> dict[str, str]:
    """Return the outcome, the decisions and the accounts of a capture, each as a short text."""
    if capture.refused:
        return {"outcome": f"refused: {_first_line(capture.text(REFUSAL))}"}
    return {
        "outcome": "compiled",
        **in_lines(decided(capture)),
        "bytes accessed": _figure(capture.cost.bytes_accessed),
        "flops": _figure(capture.cost.flops),
        "temporary bytes": _figure(capture.memory_stats.temp_bytes),
        "forecast": _forecast(capture),
    }


def _forecast(capture: Capture) -> str:
    forecast = capture.forecast
    return "none" if forecast is None else f"{forecast.total:,} cycles"


def _figure(value: float | None) -> str:
    return "not given" if value is None else f"{value:,.0f}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
