"""Second readings: the keys of each drill by a route that shares no code with the first.

One module a kind of station. ``keys(store, station)`` gives, for every round of the station, the
ids of the choices that belong; it may read what a round offers (choices are how an answer is
spelled), and never its key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.gym.readings import (
    count_fusions,
    pass_quiz,
    peak_owner,
    predict,
    read_the_op,
    spot_decision,
    waiting,
    which_chip,
    which_pass,
    will_it_fit,
)
from xlagym.gym.rounds.drill import DrillStation

type Keys = Mapping[str, frozenset[str]]

READINGS: Mapping[str, Callable[[Path, DrillStation], Keys]] = {
    "count-fusions": count_fusions.keys,
    "predict-the-bytes": predict.keys,
    "hidden-or-waiting": waiting.keys,
    "read-the-op": read_the_op.keys,
    "peak-owner": peak_owner.keys,
    "which-chip": which_chip.keys,
    "which-pass": which_pass.keys,
    "pass-quiz": pass_quiz.keys,
    "will-it-fit": will_it_fit.keys,
    "spot-the-decision": spot_decision.keys,
}
"""By the kind of a station."""

LEAST: Mapping[str, int] = {
    "read-the-op": 40,
    "which-chip": 20,
    "count-fusions": 16,
    "predict-the-bytes": 30,
    "hidden-or-waiting": 12,
    "peak-owner": 20,
    "which-pass": 40,
    "pass-quiz": 120,
    "will-it-fit": 8,
    "spot-the-decision": 32,
}
"""How many rounds a station has at least."""
