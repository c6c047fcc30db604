"""GYM·08, the timeline x-ray: one run as rows of bars, or one schedule, read and drilled.

A measured capture shows its median run; a compiled one its schedule with the backend's forecast,
in cycles, under its own badge. Where somebody published figures of a program's run on a chip and
none is recorded here, they stand beside the schedule as what they are: sums, quoted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.chips.names import chip_name
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.ways_on import with_ways_on
from xlagym.gym.rounds.words import counted, sentence
from xlagym.gym.stations.timeline.room import (
    TimelineReading,
    header,
    published,
    read_timeline,
    superseded,
    way_on,
)
from xlagym.gym.stations.timeline.words import amount

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "timeline"
_ABOUT = {
    "ps": "its run in the middle of those recorded, op by op.",
    "cycle": "its schedule, in order, with the cycles that the backend forecasts for each op. "
    "Nothing ran.",
}
"""What is drawn, by the unit of a timeline."""


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    withheld: list[int] = []

    def room(id: str) -> Room:
        capture = _fitting(spec, store.get(id))
        reading = read_timeline(capture)
        withheld.append(reading.withheld)
        return _room(spec, store, evaluate, capture, reading)

    advice = "name a capture that ran, or one with a forecast"
    rooms = gather(spec, spec.captures, room, "captures", advice)
    return Station(spec, with_ways_on(rooms, way_on), sum(withheld))


def _fitting(spec: Spec, capture: Capture) -> Capture:
    """Raises ValueError where the spec names neither its program nor its target."""
    if capture.manifest.variant not in spec.programs:
        raise ValueError(f"'{capture.manifest.variant}' is not among the station's programs")
    if capture.target not in spec.targets:
        raise ValueError(f"'{capture.target}' is not among the station's targets")
    return capture


def _room(
    spec: Spec, store: Store, evaluate: Evaluate, capture: Capture, reading: TimelineReading
) -> Room:
    variant, target = capture.manifest.variant, capture.target
    path = f"{spec.path}{variant}/{target}/"
    timeline = reading.run.timeline
    return Room(
        capture=capture.id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=f"{variant} on {chip_name(target)}",
        about=f"{sentence(spec.programs[variant])}: {_ABOUT[timeline.unit]}",
        path=path,
        rounds=reading.rounds,
        exhibits=(reading.run,),
        facts=header(capture, path, evaluate),
        published=published(store, capture, path, evaluate),
        note=superseded(store, capture),
        label=amount(timeline.end, timeline.unit),
        detail=counted(len(timeline.ops), "op"),
    )
