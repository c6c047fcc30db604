"""GYM·17 again: the order is the live-range report's, opcodes and shapes are read off raw lines.

The report lists the instructions as the compiler scheduled them, loops' bodies within. What an
instruction is comes from its line in ``optimized.hlo``, by a regular expression; which of them work
is decided here anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path

from xlagym.gym.rounds.station import Station

LEAST = 12
"""How many rounds the station has at least."""

LINE = re.compile(
    r"^ +(?:ROOT )?%(\S+) = ((?:\(.*?\)|\S+)) ([a-z][\w-]*)\(([^)]*)\)(.*)$", re.MULTILINE
)
STEP = re.compile(r"^    \d+:(\S+)$", re.MULTILINE)
SIZES = re.compile(r"\w+\[([\d,]*)\]")
NAMED = re.compile(r"%([^\s,)<]+)")
QUIET = re.compile(
    "add-dependency|after-all|bitcast|constant|get-tuple-element|opt-barrier|parameter"
    "|partition-id|replica-id|tuple"
)


@dataclass(frozen=True)
class Raw:
    shape: str
    opcode: str
    operands: tuple[str, ...]
    rest: str


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    found = {}
    for room in station.rooms:
        folder = store / room.capture
        text = (folder / "optimized.hlo").read_text()
        raw = {
            name: Raw(shape, opcode, tuple(NAMED.findall(operands)), rest)
            for name, shape, opcode, operands, rest in LINE.findall(text)
        }
        order = STEP.findall((folder / "live-range.txt").read_text())
        for each in room.rounds:
            (name,) = NAMED.findall(str(each.question))
            texts = {choice.id: str(choice.text) for choice in each.choices}
            found[each.id] = frozenset(
                id for id, text in texts.items() if fits(text, name, raw, order)
            )
    return found


def fits(text: str, name: str, raw: Mapping[str, Raw], order: list[str]) -> bool:
    """Whether what a choice says of a transfer holds."""
    if not raw[name].opcode.endswith("-start"):
        return "one op" in text
    done, leaves = journey(name, raw)
    between = order[order.index(leaves) + 1 : order.index(done)]
    working = {each for each in between if works(each, raw)}
    if not working:
        return "nothing that takes time" in text
    return bool(working & set(NAMED.findall(text)))


def journey(start: str, raw: Mapping[str, Raw]) -> tuple[str, str]:
    """Its done, and what sets its data going: the start, or an update that is given some."""
    leaves, at = start if raw[start].operands else "", start
    while not raw[at].opcode.endswith("-done"):
        (at,) = [
            name
            for name, each in raw.items()
            if at in each.operands[:1] and each.opcode.rpartition("-")[2] in ("update", "done")
        ]
        if not leaves and len(raw[at].operands) > 1:
            leaves = at
    return at, leaves


def works(name: str, raw: Mapping[str, Raw]) -> bool:
    if name not in raw:  # What an async start wraps is in the report, and not in the text.
        return False
    each = raw[name]
    if QUIET.fullmatch(each.opcode) or '"AllocateBuffer"' in each.rest:
        return False
    if re.search(r"-(start|update|done)$", each.opcode):
        return False
    shapes = [each.shape, *(raw[operand].shape for operand in each.operands if operand in raw)]
    return max(elements for shape in shapes for elements in sizes(shape)) > 1


def sizes(shape: str) -> list[int]:
    return [prod(int(size) for size in dims.split(",") if size) for dims in SIZES.findall(shape)]
