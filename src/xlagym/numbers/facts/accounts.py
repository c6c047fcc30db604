"""Facts from the accounts of cost: the cost model, the memory analysis, the backend's forecast."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.captures.forms import COST, FORECAST, MEMORY
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture


def _cost(field: str, key: str) -> Callable[[Capture, str], FoundValue]:
    """``field`` of the cost model's answer, which calls it ``key``."""

    def find(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
        value = getattr(capture.cost, field)
        if value is None:
            raise NoFactError(
                f"the cost model of '{capture.manifest.id}' does not say '{key}'",
                "it has none for kernels without an estimate; ask another account",
            )
        return FoundValue(_whole(value), capture.line_of(COST, f'"{key}":'))

    return find


def _memory(field: str, key: str) -> Callable[[Capture, str], FoundValue]:
    def find(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
        value = getattr(capture.memory_stats, field)
        return FoundValue(int(value), capture.line_of(MEMORY, f'"{key}":'))

    return find


def _forecast_total(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    return FoundValue(sum(_forecast(capture).values()))


def _forecast_cycles(capture: Capture, argument: str) -> FoundValue:
    ops = _forecast(capture)
    if argument not in ops:
        raise NoFactError(
            f"the forecast of '{capture.manifest.id}' has no op '{argument}'",
            nearest(argument, ops),
        )
    return FoundValue(ops[argument], capture.line_of(FORECAST, f'"{argument}":'))


def _forecast(capture: Capture) -> dict[str, int]:
    if capture.forecast is None:
        raise NoFactError(
            f"'{capture.manifest.id}' has no forecast: {capture.manifest.forecast}",
            "ask a capture of another target",
        )
    return capture.forecast.ops


def _whole(value: float) -> int | float:
    """Counts come as floats out of JSON; whole ones are exact."""
    return int(value) if float(value).is_integer() else value


ACCOUNT_FACTS: dict[str, Fact] = {
    "cost.bytes_accessed": Fact(
        COST, "B", "bytes the cost model says are moved", _cost("bytes_accessed", "bytes accessed")
    ),
    "cost.flops": Fact(COST, "FLOP", "operations by the cost model", _cost("flops", "flops")),
    "cost.transcendentals": Fact(
        COST,
        "",
        "transcendental functions by the cost model",
        _cost("transcendentals", "transcendentals"),
    ),
    "cost.optimal_seconds": Fact(
        COST, "s", "the cost model's lower bound", _cost("optimal_seconds", "optimal_seconds")
    ),
    "memory.argument_bytes": Fact(
        MEMORY, "B", "size of the arguments", _memory("argument_bytes", "argument_size_in_bytes")
    ),
    "memory.output_bytes": Fact(
        MEMORY, "B", "size of the results", _memory("output_bytes", "output_size_in_bytes")
    ),
    "memory.temp_bytes": Fact(
        MEMORY, "B", "temporary memory", _memory("temp_bytes", "temp_size_in_bytes")
    ),
    "memory.alias_bytes": Fact(
        MEMORY, "B", "results that reuse arguments", _memory("alias_bytes", "alias_size_in_bytes")
    ),
    "forecast.total": Fact(
        FORECAST, "cycle", "static cycles of all ops that have a forecast", _forecast_total
    ),
    "forecast.cycles()": Fact(FORECAST, "cycle", "static cycles of one op", _forecast_cycles),
}
