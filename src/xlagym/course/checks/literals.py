"""The closed list of digits that prose may hold: they name things, and none measures anything.

Anything else is a figure, and figures are quoted from evidence with a role.
"""

from __future__ import annotations

import re
from functools import cache

from xlagym.chips.table import CHIPS

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_PRODUCT = "(?:jax|JAX|jaxlib|libtpu|[Xx][Pp]rof|Python|StableHLO|NumPy|numpy|protobuf)"
_AND = r"(?:\s*,\s*|\s+(?:and|to|or|through)\s+|\s*[–·]\s*)"
_RELEASE = r"\d+(?:\.\d+)+"

_NAMES: dict[str, str] = {
    "a version": rf"{_PRODUCT}\s+{_RELEASE}(?:{_AND}{_RELEASE})*",
    "a date": rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}\s+{_MONTH}\s+\d{{4}}"
    rf"|{_MONTH}(?:\s+\d{{1,2}},)?\s+\d{{4}}",
    "a chapter": rf"[Cc]hapters?\s+\d{{1,2}}(?:{_AND}\d{{1,2}})*",
    "a station": rf"GYM·\d\d(?:{_AND}\d\d)*",
    "a lab": rf"LAB·X\d+(?:{_AND}X\d+)*",
    "an element type": r"b?f(?:loat)?(?:8|16|32|64)|fp(?:8|16|32|64)|FP(?:8|16|32|64)"
    r"|u?int(?:2|4|8|16|32|64)|INT(?:4|8)|[su](?:2|4|8|16|32|64)",
    "a number of dimensions": r"[1-4]-?D",
    "a name": r"base64|sha256|SHA-256|UTF-8|x86(?:-64)?|LLaMA-3-70B",
}
"""What each pattern names, and the pattern."""
_OLDER = r"(?:TPU\s?)?v[23]"
"""TPUs that the table of chips lacks, because nothing is compiled for them."""

UNITS = (
    r"[kMGTP]i?B(?:/s)?|B(?:/s)?|bytes?|[mµun]?s|[kMGT]?Hz|[kMGTP]?FLOPs?(?:/s)?|cycles?|tokens?"
    r"|seconds?|milliseconds?|microseconds?|percent|times|bits?|lines?|ops?|x"
)
"""Units as a reader would write them. A literal with one behind it is a figure after all."""

_SPELLED = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred"
    "|thousand|million|billion|dozen"
)
SPELLED = re.compile(
    rf"(?<![\w-])(?:{_SPELLED})(?:[\s-]+(?:(?:and|point)[\s-]+)?(?:{_SPELLED}))*\s+(?:of\s+)?"
    r"(?:(?:[kmgtp]\w{1,3})?bytes?|[kMGTP]i?B(?:/s)?|per\s?cent|(?:milli|micro|nano|pico)?seconds?"
    r"|[mµun]s|(?:[kmgt]\w{3})?hertz|[kMGT]?Hz|[kMGTP]?FLOPs?|cycles?|%)(?!\w)",
    re.IGNORECASE,
)
"""A figure in words with the unit that it measures in. Counts of things stay words."""

MEASURE = re.compile(
    r"\s*[~≈<>]?\s*\d[\d.,_']*(?:[eE][+-]?\d+)?\s*(?:[kMGTP]i?B(?:/s)?|bytes?|[mµun]s|seconds?"
    r"|[kMGT]?Hz|[kMGTP]?FLOPs?(?:/s)?|cycles?|percent|%|×)\s*"
)
"""A figure with its unit and nothing else: between backticks too that is no code."""


def literals() -> dict[str, str]:
    """What may stand in prose, and its pattern; a match stands as a word of its own."""
    return {**_NAMES, "a chip": "|".join((*_chips(), _OLDER))}


def without_literals(text: str) -> str:
    """``text`` with every declared literal blanked, so that offsets stay."""
    return _literal(tuple(CHIPS)).sub(lambda found: " " * len(found.group()), text)


@cache
def _literal(_: tuple[str, ...]) -> re.Pattern[str]:
    """Any literal; compiled once for each set of chips."""
    patterns = "|".join(f"(?:{pattern})" for pattern in literals().values())
    return re.compile(rf"(?<![\w.,-])(?:{patterns})(?![\w]|[.,]\d)(?!\s*(?:%|×|(?:{UNITS})\b))")


def _chips() -> list[str]:
    """Patterns for the chips of the table: their titles, the names of their devices, targets."""
    found = []
    for chip in CHIPS.values():
        found.append(rf"{re.escape(chip.name)}(?:-\d+(?:x\d+)+)?")
        for name in (chip.title, *chip.kinds):
            maker, _, model = name.partition(" ")
            # A model by itself must look like a name: 7x might be sevenfold.
            optional = "?" if model[:1].isalpha() else ""
            model = re.escape(model).replace(r"\ ", r"\s+")
            found.append(rf"(?:{maker}\s?){optional}{model}" if model else re.escape(name))
    return found
