"""One room of the timeline x-ray: one program on one chip, its run or its schedule, its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from markupsafe import Markup

from xlagym.captures.accounts import timeline_account
from xlagym.chips.names import chip_name
from xlagym.evidence.timeline.schedule import schedule
from xlagym.evidence.timeline.timeline import Timeline
from xlagym.gym.rounds.round import RoomFact, Round
from xlagym.gym.rounds.station import Room
from xlagym.gym.rounds.ways_on import counterparts
from xlagym.gym.rounds.words import listed
from xlagym.gym.stations.timeline.drawn_run import DrawnRun
from xlagym.gym.stations.timeline.rounds import deal
from xlagym.gym.stations.timeline.scene import TimelineScene
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.numbers.evaluate import Evaluate, EvaluateHere, Writing
    from xlagym.numbers.number import Number


@dataclass(frozen=True, slots=True)
class TimelineReading:
    """What the station reads from one capture; depends on nothing else, so it can be kept."""

    run: DrawnRun
    rounds: tuple[Round, ...]
    withheld: int


@kept
def read_timeline(capture: Capture) -> TimelineReading:
    """Read one capture. Raises ValueError where nothing says how long anything takes."""
    timeline = timeline_of(capture)
    scene = TimelineScene.of(capture, timeline)
    dealt = deal(scene)
    title = f"Timeline of {capture.manifest.variant} on {chip_name(capture.target)}"
    run = DrawnRun(title, timeline, scene.shown)
    return TimelineReading(run, dealt.rounds, dealt.withheld)


def timeline_of(capture: Capture) -> Timeline:
    """A measured capture's median run, a compiled one's schedule with its forecast.

    Raises ValueError for another one, and for a schedule without a forecast.
    """
    if capture.basis == "measured":
        from xlagym.evidence.profile.runs.median_run import median_run

        run = median_run(capture.profile, f"jit_{capture.manifest.function}")
        if run is None:
            raise ValueError(f"the runs in the profile of {capture.id} can't be told apart")
        return run
    if capture.basis != "compiled" or capture.refused or capture.forecast is None:
        raise ValueError(
            f"{capture.id} has neither a profile nor a forecast: {capture.manifest.forecast}"
        )
    return schedule(capture.hlo, capture.forecast)


def header(capture: Capture, page: str, evaluate: Evaluate) -> tuple[RoomFact, ...]:
    """The figures above the rows, each with its receipt."""

    def number(name: str, expression: str, **writing: Unpack[Writing]) -> Number:
        return evaluate(
            f"{capture.id}/{name}", expression, let={"c": capture.id}, page=page, **writing
        )

    if capture.basis == "measured":
        return _run_facts(number)
    return (
        RoomFact(
            "scheduled",
            (number("ops", "c.schedule.ops"), number("timed", "c.schedule.forecast")),
            ("ops,", "with a forecast"),
        ),
        RoomFact("forecast", (number("total", "c.forecast.total"),), ("",)),
        RoomFact("in flight", (number("flights", "c.schedule.flights"),), ("transfers",)),
    )


def _run_facts(number: EvaluateHere) -> tuple[RoomFact, ...]:
    return (
        RoomFact("recorded", (number("runs", "c.timeline.runs"),), ("runs",)),
        RoomFact(
            "median run", (number("median", "c.timeline.envelope", show="ms", digits=2),), ("",)
        ),
        RoomFact(
            "all runs",
            (
                number("low", "c.timeline.envelope_low", show="ms", digits=2),
                number("high", "c.timeline.envelope_high", show="ms", digits=2),
            ),
            ("to", ""),
        ),
    )


def published(
    store: Store, capture: Capture, page: str, evaluate: Evaluate
) -> tuple[RoomFact, ...]:
    """What somebody published of this program on this chip, where no run is recorded here."""
    account = timeline_account(store, capture.manifest.variant, capture.chip)
    if account.capture is None or account.basis != "published":
        return ()
    quoted = account.capture.id

    def number(name: str, **writing: Unpack[Writing]) -> Number:
        return evaluate(
            f"{capture.id}/published_{name}",
            f"p.timeline.{name}",
            let={"p": quoted},
            page=page,
            **writing,
        )

    def time(name: str) -> Number:
        return number(name, show="µs", digits=1)

    return (
        RoomFact("the ops that carry the big intermediate", (time("carriers"),), ("together",)),
        RoomFact("the whole run", (time("envelope"),), ("",)),
        RoomFact("a copy, hidden under them", (time("hidden"),), ("",)),
        RoomFact("traced", (number("runs"),), ("iterations",)),
    )


def superseded(store: Store, capture: Capture) -> str:
    """That a measured run has taken published figures' place; empty where none has."""
    account = timeline_account(store, capture.manifest.variant, capture.chip)
    return account.says if account.superseded is not None else ""


def way_on(each: Round, room: Room, rooms: Sequence[Room]) -> Markup | None:
    """To another chip on which the same question, asked of the same program, ends otherwise."""
    same_program = [
        other
        for other in rooms
        if other.variant == room.variant and other.basis == room.basis and other is not room
    ]
    for other, theirs in counterparts(each, same_program):
        answer = _names(theirs)
        if answer != _names(each):
            way = Markup(
                'On {} the same question has another answer: {}. <a href="{}#{}">See why.</a>'
            )
            named = listed(answer) if answer else "none"
            return way.format(chip_name(other.target), named, other.path, each.name)
    return None


def _names(each: Round) -> list[Markup]:
    """The answer in words, so that rooms can be compared."""
    return [choice.text for choice in each.choices if choice.id in each.key]
