"""GYM·07, the fusion x-ray: what XLA received and what it decided, side by side, and drilled.

One room a program and chip: three texts linked by the map of origins, a header of figures with
receipts, and two rounds whose keys the readers compute.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.chips.names import chip_name
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.ways_on import with_ways_on
from xlagym.gym.rounds.words import code, sentence
from xlagym.gym.stations.fusion_xray.room import header, read_room, way_on

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "fusion-xray"


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    make = partial(_room, spec, store, evaluate)
    rooms = gather(spec, product(spec.programs, spec.targets), lambda pair: make(*pair), "programs")
    return Station(spec, with_ways_on(rooms, way_on))


def _room(
    spec: Spec,
    store: Store,
    evaluate: Evaluate,
    variant: str,
    target: str,
) -> Room:
    capture = store.get(f"{variant}@{target}")
    path = f"{spec.path}{variant}/{target}/"
    reading = read_room(capture)
    about = Markup(
        "{}. What became of {}, its biggest value between arguments and results?"
    ).format(sentence(spec.programs[variant]), code(reading.texts.tensor))
    facts = header(capture, reading, path, evaluate)
    counts = {fact.label: fact.numbers[0].text for fact in facts}
    return Room(
        capture=capture.id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=f"{variant} on {chip_name(target)}",
        about=about,
        path=path,
        rounds=reading.rounds,
        exhibits=(reading.texts,),
        facts=facts,
        label=f"{counts['fusions launched']} launched",
        detail=f"{counts['carriers']} carriers",
    )
