"""The gym: stations that deal rounds from evidence, one module a kind, all of one signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.gym import (
    count_fusions,
    fusion_xray,
    pass_quiz,
    peak_owner,
    predict,
    read_the_op,
    spot_decision,
    timeline,
    waiting,
    which_chip,
    which_pass,
    will_it_fit,
)
from xlagym.gym.spec import read_spec
from xlagym.inputs.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlagym.captures.cache import FactCache
    from xlagym.captures.store import Store
    from xlagym.gym.spec import Spec
    from xlagym.gym.station import Station
    from xlagym.gym.xray_room import Evaluate
    from xlagym.inputs.located_yaml import Document

    type Build = Callable[[Spec, Store, Evaluate, FactCache | None], Station]

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
"""What makes a station of each kind: ``(spec, store, evaluate, cache) → station``."""


def build_station(
    document: Document, store: Store, evaluate: Evaluate, cache: FactCache | None = None
) -> Station:
    """Make the station that ``document`` asks for; ``evaluate`` is ``Workbook.evaluate``.

    Raises ProblemError for a faulty spec, an unknown kind, and evidence that is missing.
    """
    spec = read_spec(document)
    if spec.kind not in KINDS:
        known = ", ".join(KINDS)
        raise ProblemError(
            spec.problem(f"there is no kind '{spec.kind}'", f"write one of: {known}", "kind")
        )
    station = KINDS[spec.kind](spec, store, evaluate, cache)
    if not station.rooms:
        advice = "name programs and targets, or captures, that it can ask about"
        raise ProblemError(spec.problem("the station deals no round", advice))
    return station
