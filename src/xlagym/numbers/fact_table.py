"""All facts that an expression may ask of a capture."""

from __future__ import annotations

from collections.abc import Mapping

from xlagym.numbers.account_facts import ACCOUNT_FACTS
from xlagym.numbers.arithmetic_facts import ARITHMETIC_FACTS
from xlagym.numbers.facts import Fact
from xlagym.numbers.hlo_facts import HLO_FACTS
from xlagym.numbers.origin_facts import ORIGIN_FACTS
from xlagym.numbers.pallas_facts import PALLAS_FACTS
from xlagym.numbers.peak_facts import PEAK_FACTS
from xlagym.numbers.schedule_facts import SCHEDULE_FACTS
from xlagym.numbers.tensor_facts import TENSOR_FACTS
from xlagym.numbers.text_facts import PASS_FACTS, STABLEHLO_FACTS
from xlagym.numbers.timeline_facts import PUBLISHED_FACTS, TIMELINE_FACTS

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
