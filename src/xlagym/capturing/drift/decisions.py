"""What the compiler decided, said in a line each: what a new version of it is compared by."""

from __future__ import annotations

from collections import Counter

from xlagym.captures.capture import Capture
from xlagym.captures.forms import REFUSAL
from xlagym.evidence.hlo.fusions import kinds, launched, nested
from xlagym.evidence.hlo.spaces import space_name


def decisions(capture: Capture) -> dict[str, str]:
    """Return the decisions of a capture by name, each as a short text.

    Texts between versions of a compiler differ in ways that mean nothing (the order of keys, the
    numbers in names); these mean something.
    """
    if capture.refused:
        return {"outcome": f"refused: {_first_line(capture.text(REFUSAL))}"}
    return {
        "outcome": "compiled",
        "fusions launched": str(len(launched(capture.hlo))),
        "fusions nested": str(len(nested(capture.hlo))),
        "kinds of launched fusions": _counted(kinds(capture.hlo)),
        "kernels": _counted(Counter(_stem(kernel.name) for kernel in capture.kernels)),
        **_big_intermediate(capture),
        "bytes accessed": _figure(capture.cost.bytes_accessed),
        "flops": _figure(capture.cost.flops),
        "temporary bytes": _figure(capture.memory_stats.temp_bytes),
        "forecast": _forecast(capture),
    }


def _big_intermediate(capture: Capture) -> dict[str, str]:
    if capture.big is None:
        return {"big intermediate": "none"}
    return {
        "big intermediate": capture.big.plain,
        "carried by": f"{len(capture.carriers)} instructions",
        "lies in": ", ".join(_spaces(capture)) or "no memory: only fusions hold it",
        "spilled by": f"{len(capture.spills)} instructions",
    }


def _spaces(capture: Capture) -> list[str]:
    """Name the memory spaces in which launched instructions hold the big intermediate."""
    held = {space for each in capture.carriers if each.launched for space in each.spaces}
    return [space_name(space, capture.chip) for space in sorted(held)]


def _forecast(capture: Capture) -> str:
    forecast = capture.forecast
    return "none" if forecast is None else f"{forecast.total:,} cycles"


def _stem(name: str) -> str:
    """Drop the number that the compiler puts behind a name: ``online-softmax.2``."""
    stem, dot, number = name.rpartition(".")
    return stem if dot and number.isdecimal() else name


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in sorted(counter.items())) or "none"


def _figure(value: float | None) -> str:
    return "not given" if value is None else f"{value:,.0f}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
