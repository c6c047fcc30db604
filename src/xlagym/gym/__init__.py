"""The gym: stations that deal rounds from evidence, one module a kind, all of one signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.gym.rounds.spec import read_spec
from xlagym.gym.stations.count_fusions import station as count_fusions
from xlagym.gym.stations.fusion_xray import station as fusion_xray
from xlagym.gym.stations.hidden_or_waiting import station as waiting
from xlagym.gym.stations.pass_quiz import station as pass_quiz
from xlagym.gym.stations.peak_owner import station as peak_owner
from xlagym.gym.stations.predict_the_bytes import station as predict
from xlagym.gym.stations.read_the_op import station as read_the_op
from xlagym.gym.stations.spot_the_decision import station as spot_decision
from xlagym.gym.stations.timeline import station as timeline
from xlagym.gym.stations.which_chip import station as which_chip
from xlagym.gym.stations.which_pass import station as which_pass
from xlagym.gym.stations.will_it_fit import station as will_it_fit
from xlagym.inputs.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.gym.rounds.station import Station
    from xlagym.inputs.located_yaml import Document
    from xlagym.numbers.evaluate import Evaluate

    type Build = Callable[[Spec, Store, Evaluate], Station]

DRILLS: Mapping[str, Build] = {
    count_fusions.KIND: count_fusions.build,
    predict.KIND: predict.build,
    waiting.KIND: waiting.build,
    read_the_op.KIND: read_the_op.build,
    peak_owner.KIND: peak_owner.build,
    which_chip.KIND: which_chip.build,
    which_pass.KIND: which_pass.build,
    pass_quiz.KIND: pass_quiz.build,
    will_it_fit.KIND: will_it_fit.build,
    spot_decision.KIND: spot_decision.build,
}
"""Kinds whose rooms are exhibits and rounds of choices; they all make a ``DrillStation``."""

KINDS: Mapping[str, Build] = {
    **DRILLS,
    fusion_xray.KIND: fusion_xray.build,
    timeline.KIND: timeline.build,
}
"""What makes a station of each kind: ``(spec, store, evaluate) → station``."""


def build_station(document: Document, store: Store, evaluate: Evaluate) -> Station:
    """Make the station that ``document`` asks for; ``evaluate`` is ``Workbook.evaluate``.

    Raises ProblemError for a faulty spec, an unknown kind, and evidence that is missing.
    """
    spec = read_spec(document)
    if spec.kind not in KINDS:
        known = ", ".join(KINDS)
        raise ProblemError(
            spec.problem(f"there is no kind '{spec.kind}'", f"write one of: {known}", "kind")
        )
    station = KINDS[spec.kind](spec, store, evaluate)
    if not station.rooms:
        advice = "name programs and targets, or captures, that it can ask about"
        raise ProblemError(spec.problem("the station deals no round", advice))
    return station
