"""Facts from the map of origins: what became of each StableHLO op."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.captures.forms import HLO
from xlagym.numbers.facts.fact import Fact, FoundValue

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.origins.origins import Fate, Origins

KINDS: dict[Fate, str] = {
    "kept": "StableHLO ops found in the optimized module outside fusions",
    "fused": "StableHLO ops found inside a fusion",
    "kernel": "StableHLO ops that a kernel replaced",
    "merged": "StableHLO ops merged with an equal one",
    "folded": "StableHLO ops that a pass folded away",
    "constant": "StableHLO constants",
    "lost": "StableHLO ops that nothing traces",
}


def _counted(count: Callable[[Origins], int]) -> Callable[[Capture, str], FoundValue]:
    return lambda capture, _: FoundValue(count(capture.origins))


def _kind(kind: Fate) -> Callable[[Capture, str], FoundValue]:
    return lambda capture, _: FoundValue(capture.origins.count(kind))


ORIGIN_FACTS: dict[str, Fact] = {
    **{f"origins.{kind}": Fact(HLO, "", says, _kind(kind)) for kind, says in KINDS.items()},
    "origins.traced_by_key": Fact(
        HLO,
        "",
        "ops, constants apart, found by name and source line",
        _counted(lambda origins: origins.traced_by_key),
    ),
    "origins.traced": Fact(
        HLO,
        "",
        "ops, constants apart, found by that or by the passes",
        _counted(lambda origins: origins.traced),
    ),
    "origins.total": Fact(HLO, "", "ops, constants apart", _counted(lambda origins: origins.total)),
    "origins.instructions_traced": Fact(
        HLO,
        "",
        "instructions that come from lines of the StableHLO",
        _counted(lambda origins: origins.instructions_traced),
    ),
}
