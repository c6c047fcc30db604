"""Facts from the schedule: how many ops have a place in it, a forecast, a flight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.captures.forms import FORECAST, HLO
from xlagym.numbers.facts.fact import Fact, FoundValue

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.timeline.timeline import Timeline


def _counted(count: Callable[[Timeline], int]) -> Callable[[Capture, str], FoundValue]:
    def find(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
        from xlagym.evidence.timeline.schedule import schedule

        return FoundValue(count(schedule(capture.hlo, capture.forecast)))

    return find


def _flights(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    from xlagym.evidence.timeline.transfers import background

    return FoundValue(len(background(capture.hlo)))


def _bare(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    from xlagym.evidence.timeline.transfers import BUSY, background

    return FoundValue(sum(each.exposed(BUSY) for each in background(capture.hlo)))


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
        "transfers in the background, each a start and its done, the SparseCore's among them",
        _flights,
    ),
    "schedule.bare": Fact(
        HLO,
        "",
        "transfers with no op that takes time between start and done",
        _bare,
    ),
}
