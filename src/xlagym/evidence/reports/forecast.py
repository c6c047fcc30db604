"""The backend's own static estimate of cycles per op: made without running, the same every time.

It says nothing of how often an op runs: one in a loop's body stands once, whatever the trips.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from xlagym.evidence.text.textproto import TextprotoError, parse_textproto


class ForecastError(ValueError):
    """Raised when a forecast, or one of the backend's profiles, can't be read."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Estimated cycles by instruction name."""

    ops: dict[str, int]

    @property
    def total(self) -> int:
        """Sum over the ops, in cycles, each counted once."""
        return sum(self.ops.values())

    def cycles(self, name: str) -> int:
        """Return an op's cycles; raises ``ForecastError`` naming the ops that are there."""
        if name not in self.ops:
            raise ForecastError(f"no forecast for {name!r}; there is one for {sorted(self.ops)}")
        return self.ops[name]

    def strangers(self, instructions: Iterable[str]) -> list[str]:
        """Return the ops that the optimized module lacks: with any, it is another module's."""
        return sorted(set(self.ops) - set(instructions))


def parse_profile_textproto(text: str) -> tuple[str, int]:
    """Read one file of ``--xla_jf_dump_static_llo_profile_to``: an op's name and its cycles.

    Raises ``ForecastError`` unless it holds exactly one estimate.
    """
    try:
        estimates = parse_textproto(text).messages("hlo_op_estimate")
    except TextprotoError as error:
        raise ForecastError(f"the static profile can't be read: {error}") from error
    if len(estimates) != 1:
        raise ForecastError(f"expected one hlo_op_estimate, found {len(estimates)}")
    name, cycles = estimates[0].text("hlo_op_name"), estimates[0].text("estimated_cycles")
    if not name or not (cycles.isascii() and cycles.isdecimal()):
        raise ForecastError(f"expected hlo_op_name and estimated_cycles, read {name!r}, {cycles!r}")
    return name, int(cycles)


def read_forecast(json_text: str) -> Forecast:
    """Read a forecast as JSON; raise ``ForecastError`` where it holds anything but whole cycles."""
    try:
        ops = json.loads(json_text)["ops"]
        items = list(ops.items())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ForecastError(f"the forecast can't be read: {error!r}") from error
    for name, cycles in items:
        if type(cycles) is not int or cycles < 0:
            raise ForecastError(f"the forecast: {name} has {cycles!r}, expected whole cycles")
    return Forecast(dict(items))
