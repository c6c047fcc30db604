"""GYM·08, the timeline x-ray: one run as rows of bars, or one schedule, read and drilled.

A measured capture shows its median run; a compiled one its schedule with the backend's forecast,
in cycles, under its own badge. Where somebody published figures of a program's run on a chip and
none is recorded here, they stand beside the schedule as what they are: sums, quoted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.captures.store import UnknownCaptureError
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.station import RoundName
from xlagym.gym.stations.timeline.room import (
    TimelineRoom,
    header,
    published,
    read_timeline,
    superseded,
    with_ways_on,
)
from xlagym.inputs.problems import Problem, ProblemError

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "timeline"


@dataclass(frozen=True, slots=True)
class TimelineStation:
    """The station with all its rooms."""

    spec: Spec
    rooms: tuple[TimelineRoom, ...]
    withheld: int
    """Rounds left out because their key would not stand."""

    @property
    def card_rounds(self) -> tuple[RoundName, ...]:
        """Its rounds, for pages that say how a person stands."""
        return tuple(RoundName(each.id, each.hash) for room in self.rooms for each in room.rounds)


def build(spec: Spec, store: Store, evaluate: Evaluate) -> TimelineStation:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    rooms: list[TimelineRoom] = []
    problems: list[Problem] = []
    for at, id in enumerate(spec.captures):
        try:
            rooms.append(_room(spec, store, evaluate, id))
        except ProblemError as error:
            problems += error.problems
        except (UnknownCaptureError, KeyError, ValueError) as error:
            advice = "name a capture that ran, or one with a forecast"
            problems.append(spec.problem(str(error), advice, "captures", at))
    if problems:
        raise ProblemError(*problems)
    withheld = sum(room.reading.withheld for room in rooms)
    return TimelineStation(spec, with_ways_on(rooms, chip_name), withheld)


def _room(spec: Spec, store: Store, evaluate: Evaluate, id: str) -> TimelineRoom:
    capture = store.get(id)
    variant, target = capture.manifest.variant, capture.target
    if variant not in spec.programs:
        raise ValueError(f"'{variant}' is not among the station's programs")
    if target not in spec.targets:
        raise ValueError(f"'{target}' is not among the station's targets")
    path = f"{spec.path}{variant}/{target}/"
    reading = read_timeline(capture)
    return TimelineRoom(
        capture=capture.id,
        variant=variant,
        target=target,
        basis=capture.basis,
        about=spec.programs[variant],
        path=path,
        reading=reading,
        facts=header(capture, path, evaluate),
        rounds=reading.rounds,
        published=published(store, capture, path, evaluate),
        superseded=superseded(store, capture),
    )
