"""GYM·07, the fusion x-ray: what XLA received and what it decided, side by side, and drilled.

One room a program and chip: three texts linked by the map of origins, a header of figures with
receipts, and two rounds whose keys the readers compute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.captures.store import UnknownCaptureError
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.station import RoundName
from xlagym.gym.stations.fusion_xray.room import Room, header, read_room, with_ways_on
from xlagym.inputs.problems import Problem, ProblemError

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "fusion-xray"


@dataclass(frozen=True, slots=True)
class XRayStation:
    """The station with all its rooms."""

    spec: Spec
    rooms: tuple[Room, ...]
    withheld: int
    """Rounds left out because no second reading could confirm their key."""

    @property
    def card_rounds(self) -> tuple[RoundName, ...]:
        """Its rounds, for pages that say how a person stands."""
        return tuple(RoundName(each.id, each.hash) for room in self.rooms for each in room.rounds)


def build(spec: Spec, store: Store, evaluate: Evaluate) -> XRayStation:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    rooms: list[Room] = []
    problems: list[Problem] = []
    for variant, about in spec.programs.items():
        for target in spec.targets:
            try:
                rooms.append(_room(spec, store, evaluate, variant, target, about))
            except ProblemError as error:
                problems += error.problems
            except (UnknownCaptureError, ValueError) as error:
                advice = "name another program or target, or capture it"
                problems.append(spec.problem(str(error), advice, "programs", variant))
    if problems:
        raise ProblemError(*problems)
    return XRayStation(spec, with_ways_on(rooms, chip_name), withheld=0)


def _room(
    spec: Spec,
    store: Store,
    evaluate: Evaluate,
    variant: str,
    target: str,
    about: str,
) -> Room:
    capture = store.get(f"{variant}@{target}")
    path = f"{spec.path}{variant}/{target}/"
    reading = read_room(capture)
    return Room(
        capture=capture.id,
        variant=variant,
        target=target,
        about=about,
        path=path,
        reading=reading,
        facts=header(capture, reading, path, evaluate),
        rounds=reading.rounds,
    )
