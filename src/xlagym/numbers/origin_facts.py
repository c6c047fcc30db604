"""Facts from the map of origins: what became of each StableHLO op."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.numbers.facts import Fact, Found

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture

HLO = "optimized.hlo"
KINDS = {
    "kept": "StableHLO ops found in the optimized module outside fusions",
    "fused": "StableHLO ops found inside a fusion",
    "kernel": "StableHLO ops that a kernel replaced",
    "merged": "StableHLO ops merged with an equal one",
    "folded": "StableHLO ops that a pass folded away",
    "constant": "StableHLO constants",
    "lost": "StableHLO ops that nothing traces",
}


def _kind(kind: str) -> Callable[[Capture, str], Found]:
    return lambda capture, _: Found(sum(origin.kind == kind for origin in capture.origins.origins))


ORIGIN_FACTS: dict[str, Fact] = {
    **{f"origins.{kind}": Fact(HLO, "", says, _kind(kind)) for kind, says in KINDS.items()},
    "origins.traced_by_key": Fact(
        HLO,
        "",
        "ops, constants apart, found by name and source line",
        lambda capture, _: Found(capture.origins.traced_by_key),
    ),
    "origins.traced": Fact(
        HLO,
        "",
        "ops, constants apart, found by that or by the passes",
        lambda capture, _: Found(capture.origins.traced_by_key + capture.origins.traced_by_dumps),
    ),
    "origins.total": Fact(
        HLO, "", "ops, constants apart", lambda capture, _: Found(capture.origins.total)
    ),
}
