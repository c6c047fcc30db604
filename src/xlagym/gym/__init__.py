"""The gym: stations that deal rounds from evidence, one folder a kind, all of one signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.gym.rounds.numbering import Numbering, numbered
from xlagym.gym.rounds.spec import read_spec
from xlagym.gym.stations import kind, kinds
from xlagym.inputs.problems import ProblemError

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.station import Station
    from xlagym.inputs.located_yaml import Document
    from xlagym.numbers.evaluate import Evaluate


def build_station(document: Document, store: Store, evaluate: Evaluate) -> Station:
    """Make the station that ``document`` asks for; ``evaluate`` is ``Workbook.evaluate``.

    Raises ProblemError for a faulty spec, an unknown kind, and evidence that is missing.
    """
    spec = read_spec(document)
    if spec.kind not in kinds():
        known = ", ".join(kinds())
        raise ProblemError(
            spec.problem(f"there is no kind '{spec.kind}'", f"write one of: {known}", "kind")
        )
    station = kind(spec.kind).build(spec, store, Numbering(evaluate, spec.number))
    if not station.rooms:
        advice = "name programs and targets, or captures, that it can ask about"
        raise ProblemError(spec.problem("the station deals no round", advice))
    return numbered(station)
