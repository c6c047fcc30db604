"""``run.json``: what ran, on what, how often, and how long each run took.

Two clocks are in it, never in one list: the host's, around a call and the wait for its result, and
the profile's, from the start of a run's first op to the end of its last.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from xlagym.evidence.reports.spread import Spread, spread

_CLOCKS: Final = {"host": "ns", "profile": "ps"}
_ORDER: Final = ("low", "lower_quartile", "median", "upper_quartile", "high")


class RunRecordError(ValueError):
    """Raised when ``run.json`` is not what the tracing writes."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """How a program was run for its profile."""

    device: str
    """What the device calls itself: ``TPU v6 lite``, or a CPU's model."""
    devices: int
    """Devices that ran the program."""
    module: str
    """The module that ran, ``jit_…``."""
    warm_up: int
    """Runs before the window."""
    runs: int
    """Runs inside the window."""
    host_ns: tuple[int, ...]
    """Nanoseconds of each run by the host's clock."""
    profile_ps: tuple[int, ...]
    """Picoseconds of each run by the profile; empty where it tells none apart."""
    xprof: dict[str, str]
    """XProf's tools, and what each made of the profile: ``17 rows``, or why there is nothing."""

    @property
    def host(self) -> Spread | None:
        """The runs by the host's clock, in nanoseconds."""
        return spread(np.array(self.host_ns, np.int64))

    @property
    def profile(self) -> Spread | None:
        """The runs by the profile, in picoseconds."""
        return spread(np.array(self.profile_ps, np.int64))


def write_run_record(record: RunRecord) -> str:
    """Return the text of ``run.json``, one key a line, medians and quartiles beside the runs."""
    rows: dict[str, Any] = {
        "device": record.device,
        "devices": record.devices,
        "module": record.module,
        "warm_up": record.warm_up,
        "runs": record.runs,
    }
    for clock, unit in _CLOCKS.items():
        rows[f"{clock}_{unit}"] = list(getattr(record, f"{clock}_{unit}"))
        middle: Spread | None = getattr(record, clock)
        for name in _ORDER if middle is not None else ():
            rows[f"{clock}_{name}_{unit}"] = getattr(middle, name)
    rows["xprof"] = record.xprof
    body = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rows.items())
    return f"{{\n{body}\n}}\n"


def read_run_record(text: str) -> RunRecord:
    """Read ``run.json``; raise RunRecordError for anything else.

    What it says of medians is computed anew from the runs and must agree.
    """
    try:
        data = json.loads(text)
        record = RunRecord(
            device=_word(data["device"]),
            devices=_count(data["devices"]),
            module=_word(data["module"]),
            warm_up=_count(data["warm_up"]),
            runs=_count(data["runs"]),
            host_ns=_times(data["host_ns"]),
            profile_ps=_times(data["profile_ps"]),
            xprof={_word(tool): _word(what) for tool, what in data["xprof"].items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunRecordError(f"it is no record of runs: {error}") from error
    if len(record.host_ns) != record.runs:
        raise RunRecordError(f"it says {record.runs} runs and times {len(record.host_ns)}")
    if json.loads(write_run_record(record)) != data:
        raise RunRecordError("its medians are not those of its runs")
    return record


def _word(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no text")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no count")
    return value


def _times(value: Sequence[object]) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list of times")
    return tuple(_count(each) for each in value)
