"""One room of the timeline x-ray: one program on one chip, its run or its schedule, its rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from markupsafe import Markup

from xlagym.captures.accounts import timeline_account
from xlagym.evidence.timeline.schedule import schedule
from xlagym.evidence.timeline.timeline import Timeline
from xlagym.gym.rounds.choices import ChoiceRound
from xlagym.gym.rounds.station import Fact
from xlagym.gym.rounds.words import listed
from xlagym.gym.stations.timeline.ops import ShownOp
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

    timeline: Timeline
    ops: tuple[ShownOp, ...]
    rounds: tuple[ChoiceRound, ...]
    withheld: int


@dataclass(frozen=True, slots=True)
class TimelineRoom:
    """A reading, and where it stands on the site."""

    capture: str
    variant: str
    target: str
    basis: str
    about: str
    """What the program is, in a few words."""
    path: str
    """Site path of its page."""
    reading: TimelineReading
    facts: tuple[Fact, ...]
    rounds: tuple[ChoiceRound, ...]
    """Those of the reading, with the way to a room that answers otherwise."""
    published: tuple[Fact, ...] = ()
    """Figures that somebody published of this program on this chip, where no run is recorded."""
    superseded: str = ""
    """Where a run has taken such figures' place, a sentence that says so."""

    @property
    def title(self) -> str:
        """Of its page, without the station's."""
        return f"{self.variant} on {self.target}"

    @property
    def captures(self) -> tuple[str, ...]:
        """It shows one capture."""
        return ()

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers of its header, published ones among them."""
        return tuple(number for fact in (*self.facts, *self.published) for number in fact.numbers)


@kept
def read_timeline(capture: Capture) -> TimelineReading:
    """Read one capture. Raises ValueError where nothing says how long anything takes."""
    timeline = timeline_of(capture)
    scene = TimelineScene.of(capture, timeline)
    dealt = deal(scene)
    return TimelineReading(timeline, scene.shown, dealt.rounds, dealt.withheld)


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


def header(capture: Capture, page: str, evaluate: Evaluate) -> tuple[Fact, ...]:
    """The figures above the rows, each with its receipt."""

    def number(name: str, expression: str, **writing: Unpack[Writing]) -> Number:
        return evaluate(
            f"gym/08/{capture.id}/{name}", expression, let={"c": capture.id}, page=page, **writing
        )

    if capture.basis == "measured":
        return _run_facts(number)
    return (
        Fact(
            "scheduled",
            (number("ops", "c.schedule.ops"), number("timed", "c.schedule.forecast")),
            ("ops,", "with a forecast"),
        ),
        Fact("forecast", (number("total", "c.forecast.total"),), ("",)),
        Fact("in flight", (number("flights", "c.schedule.flights"),), ("transfers",)),
    )


def _run_facts(number: EvaluateHere) -> tuple[Fact, ...]:
    return (
        Fact("recorded", (number("runs", "c.timeline.runs"),), ("runs",)),
        Fact("median run", (number("median", "c.timeline.envelope", show="ms", digits=2),), ("",)),
        Fact(
            "all runs",
            (
                number("low", "c.timeline.envelope_low", show="ms", digits=2),
                number("high", "c.timeline.envelope_high", show="ms", digits=2),
            ),
            ("to", ""),
        ),
    )


def published(store: Store, capture: Capture, page: str, evaluate: Evaluate) -> tuple[Fact, ...]:
    """What somebody published of this program on this chip, where no run is recorded here."""
    account = timeline_account(store, capture.manifest.variant, capture.chip)
    if account.capture is None or account.basis != "published":
        return ()
    quoted = account.capture.id

    def number(name: str, **writing: Unpack[Writing]) -> Number:
        return evaluate(
            f"gym/08/{capture.id}/published_{name}",
            f"p.timeline.{name}",
            let={"p": quoted},
            page=page,
            **writing,
        )

    def time(name: str) -> Number:
        return number(name, show="µs", digits=1)

    return (
        Fact("the ops that carry the big intermediate", (time("carriers"),), ("together",)),
        Fact("the whole run", (time("envelope"),), ("",)),
        Fact("a copy, hidden under them", (time("hidden"),), ("",)),
        Fact("traced", (number("runs"),), ("iterations",)),
    )


def superseded(store: Store, capture: Capture) -> str:
    """That a measured run has taken published figures' place; empty where none has."""
    account = timeline_account(store, capture.manifest.variant, capture.chip)
    return account.says if account.superseded is not None else ""


def with_ways_on(
    rooms: Iterable[TimelineRoom], chip_name: Callable[[str], str]
) -> tuple[TimelineRoom, ...]:
    """Rooms whose reveals lead one step further: to a room whose answer is another."""
    every = tuple(rooms)
    return tuple(
        replace(
            room,
            rounds=tuple(_with_way_on(each, room, every, chip_name) for each in room.rounds),
        )
        for room in every
    )


def _with_way_on(
    asked: ChoiceRound,
    room: TimelineRoom,
    rooms: tuple[TimelineRoom, ...],
    chip_name: Callable[[str], str],
) -> ChoiceRound:
    kind = asked.id.rpartition("/")[2]
    same_program = [
        each
        for each in rooms
        if each.variant == room.variant and each.basis == room.basis and each is not room
    ]
    for other in same_program:
        theirs = next((each for each in other.rounds if each.id.endswith(f"/{kind}")), None)
        if theirs is None or _names(theirs) == _names(asked):
            continue
        way = Markup('On {} the same question has another answer: {}. <a href="{}#{}">See why.</a>')
        answer = _names(theirs)
        further = way.format(
            chip_name(other.target), listed(answer) if answer else "none", other.path, kind
        )
        return replace(
            asked,
            dealt=replace(asked.dealt, reveal=replace(asked.dealt.reveal, further=further)),
        )
    return asked


def _names(asked: ChoiceRound) -> list[Markup]:
    """The answer in words, so that rooms can be compared."""
    return [choice.text for choice in asked.choices if choice.id in asked.dealt.key]
