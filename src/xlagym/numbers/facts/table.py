"""All facts that an expression may ask of a capture."""

from __future__ import annotations

from collections.abc import Mapping

from xlagym.numbers.facts.accounts import ACCOUNT_FACTS
from xlagym.numbers.facts.arithmetic import ARITHMETIC_FACTS
from xlagym.numbers.facts.fact import Fact
from xlagym.numbers.facts.hlo import HLO_FACTS
from xlagym.numbers.facts.origins import ORIGIN_FACTS
from xlagym.numbers.facts.pallas import PALLAS_FACTS
from xlagym.numbers.facts.peaks import PEAK_FACTS
from xlagym.numbers.facts.schedule import SCHEDULE_FACTS
from xlagym.numbers.facts.tensors import TENSOR_FACTS
from xlagym.numbers.facts.texts import PASS_FACTS, STABLEHLO_FACTS
from xlagym.numbers.facts.timeline import PUBLISHED_FACTS, TIMELINE_FACTS

FACTS: Mapping[str, Fact] = {
    **ACCOUNT_FACTS,
    **ARITHMETIC_FACTS,
    **STABLEHLO_FACTS,
    **HLO_FACTS,
    **TENSOR_FACTS,
    **PASS_FACTS,
    **ORIGIN_FACTS,
    **PEAK_FACTS,
    **SCHEDULE_FACTS,
    **PALLAS_FACTS,
    **TIMELINE_FACTS,
}
"""By path, brackets empty: ``hlo.kind()``."""


def facts_of(basis: str) -> Mapping[str, Fact]:
    """What may be asked of a capture of that basis: a published one knows only its figures."""
    return PUBLISHED_FACTS if basis == "published" else FACTS
