"""The rounds of one timeline: what costs most, what hides behind what, who wrote it, what is idle.

A round whose key would not stand is withheld, and counted: a tie for the costliest op, a loop
whose trips no schedule tells, one run in which another op leads than in the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from xlagym.gym.rounds.round import Round
from xlagym.gym.stations.timeline.amounts import exposed_round, idle_round
from xlagym.gym.stations.timeline.author import author_round
from xlagym.gym.stations.timeline.cost import can_ask, cost_round
from xlagym.gym.stations.timeline.flights import bare_round, meanwhile_round
from xlagym.gym.stations.timeline.scene import TimelineScene


@dataclass(frozen=True, slots=True)
class Dealt:
    """The rounds of one capture."""

    rounds: tuple[Round, ...]
    withheld: int


def deal(scene: TimelineScene) -> Dealt:
    """Every round that the timeline has an answer to."""
    cost = cost_round(scene) if can_ask(scene) else None
    found = (
        cost,
        meanwhile_round(scene),
        bare_round(scene),
        exposed_round(scene),
        idle_round(scene),
        author_round(scene),
    )
    return Dealt(
        tuple(each for each in found if each is not None),
        withheld=int(can_ask(scene) and cost is None),
    )
