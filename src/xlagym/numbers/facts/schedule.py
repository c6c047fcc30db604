"""Facts from the schedule: how many ops have a place in it, a forecast, a flight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.numbers.facts.facts import Fact, Found

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.timeline.timeline import OpTime, Timeline

HLO = "optimized.hlo"
FORECAST = "forecast.json"


def _counted(count: Callable[[Timeline], int]) -> Callable[[Capture, str], Found]:
    def find(capture: Capture, argument: str) -> Found:  # noqa: ARG001
        from xlagym.evidence.timeline.schedule import schedule

        return Found(count(schedule(capture.hlo, capture.forecast)))

    return find


def _transfers(capture: Capture, argument: str) -> Found:  # noqa: ARG001
    from xlagym.evidence.timeline.transfers import transfers

    return Found(sum(each.done is not None for each in transfers(capture.hlo)))


def _is_bare(op: OpTime) -> bool:
    return op.flight is not None and not op.flight.over


SCHEDULE_FACTS: dict[str, Fact] = {
    "schedule.ops": Fact(
        HLO,
        "",
        "ops with a place in the schedule, a start and its done being one",
        _counted(lambda timeline: len(timeline.ops)),
    ),
    "schedule.forecast": Fact(
        FORECAST,
        "",
        "ops of the schedule that the forecast gives cycles",
        _counted(lambda timeline: sum(bool(op.own) for op in timeline.ops)),
    ),
    "schedule.flights": Fact(
        HLO,
        "",
        "transfers in the background, each a start and its done",
        _counted(lambda timeline: len(timeline.flights)),
    ),
    "schedule.transfers": Fact(
        HLO,
        "",
        "transfers in the background by what hands them their data, the SparseCore's among them",
        _transfers,
    ),
    "schedule.bare": Fact(
        HLO,
        "",
        "transfers with no op that takes time between start and done",
        _counted(lambda timeline: sum(_is_bare(op) for op in timeline.ops)),
    ),
}
