"""GYM·03 again: the jaxpr of the same program, in raw text, says what JAX put in and where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tests.gym.readings.jaxpr_text import (
    Equation,
    Jaxpr,
    bits,
    expression,
    is_float,
    mlir,
    pieces,
    read,
    values,
)
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station

LEAST = 32
"""How many rounds the station has at least."""

OPERATORS = {"mul": "*", "add": "+", "sub": "-", "div": "/", "pow": "**", "gt": ">", "lt": "<"}
ELEMENTWISE = {*OPERATORS, "max", "min", "add_any", "ge", "le", "eq", "ne", "and", "or", "select_n"}
NUMBER = r"-?[\d_]+(\.\d*)?(e-?\d+)?"
SIZE = r"\w+\.shape\[-?\d+\]"


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    found = {}
    for room in station.rooms:
        folder = store / room.capture
        listing = (folder / "stablehlo.mlir").read_text().split("\n")
        jaxpr = read((folder / "jaxpr.txt").read_text())
        source = (folder / "program.py").read_text()
        for each in room.rounds:
            line = LINES[each.name](jaxpr, source, listing)
            found[each.id] = frozenset() if line is None else _choice(each, line)
    return found


def _choice(each: Round, line: int) -> frozenset[str]:
    return frozenset(
        choice.id for choice in each.choices if str(choice.text).startswith(f"{line} ")
    )


def _line(listing: list[str], pattern: str, skip: int = 0) -> int:
    """Number of the first line that matches, or of a later one."""
    return [at for at, text in enumerate(listing, 1) if re.search(pattern, text)][skip]


def broadcast(jaxpr: Jaxpr, source: str, listing: list[str]) -> int | None:
    for each in jaxpr.live():
        for operand in _grown(jaxpr, each):
            # A comparison gives booleans; what is repeated keeps the type that it has.
            grown = operand.partition("[")[0] + each.type[each.type.index("[") :]
            ends = f": ({mlir(operand)}) -> {mlir(grown)}"
            return _line(listing, "broadcast_in_dim.*" + re.escape(ends))
    assert not [each for each in jaxpr.equations if each.nested and list(_grown(jaxpr, each))]
    return None


def _grown(jaxpr: Jaxpr, each: Equation) -> list[str]:
    """Types of operands that have fewer values than the result, where that means repetition."""
    if each.primitive not in (*ELEMENTWISE, "broadcast_in_dim"):
        return []
    types = [jaxpr.type_of(operand) for operand in each.operands]
    return [type for type in types if type and values(type) < values(each.type)]


def upcast(jaxpr: Jaxpr, source: str, listing: list[str]) -> int | None:
    seen: list[str] = []
    for each in jaxpr.live():
        if each.primitive != "convert_element_type":
            continue
        before = jaxpr.type_of(each.operands[0])
        ends = f": ({mlir(before)}) -> {mlir(each.type)}"
        if _wider(before, each.type) and not _asked(source, each):
            return _line(listing, r"stablehlo\.convert.*" + re.escape(ends), seen.count(ends))
        seen.append(ends)
    nested = [each for each in jaxpr.equations if each.nested and "convert" in each.primitive]
    assert not [each for each in nested if _wider(jaxpr.type_of(each.operands[0]), each.type)]
    return None


def _wider(before: str, after: str) -> bool:
    return is_float(before) and is_float(after) and bits(after) > bits(before)


def _asked(source: str, each: Equation) -> bool:
    """Whether the Python there ends with a call of astype."""
    if each.place is None:
        return False
    text = re.sub(r"\s+", " ", expression(source, each.place))
    return not list(pieces(text)) and re.search(r"\.astype\([^()]*\)$", text) is not None


def constant(jaxpr: Jaxpr, source: str, listing: list[str]) -> int | None:
    for each in jaxpr.live():
        numbers = [operand.split(":") for operand in each.operands if ":" in operand]
        if each.place is None or each.primitive not in OPERATORS or not numbers:
            continue
        parts = pieces(expression(source, each.place))
        if any(op == OPERATORS[each.primitive] and _number(part, source) for op, part in parts):
            value, type = numbers[0]
            return next(
                at
                for at, text in enumerate(listing, 1)
                if (dense := re.search(r"constant dense<([-\d.eE+]+)> : (tensor<\S+>)", text))
                and dense[2] == mlir(type)
                and abs(float(dense[1]) / float(value) - 1) < 1e-5
            )
    return None


def _number(part: str, source: str) -> bool:
    """Whether a piece of Python is a number, a size, or a name for what is made of one."""
    part = part.strip()
    if re.fullmatch(rf"{NUMBER}|{SIZE}( \*\* {NUMBER})?", part):
        return True
    return re.search(rf"^ +{re.escape(part)} = {SIZE}( // \d+)?$", source, re.MULTILINE) is not None


def remat(jaxpr: Jaxpr, source: str, listing: list[str]) -> int | None:
    marks = jaxpr.text.count("= remat2[")
    barriers = [
        at for at, text in enumerate(listing, 1) if "stablehlo.optimization_barrier" in text
    ]
    assert marks == len(barriers)
    return barriers[0] if marks else None


LINES = {"broadcast": broadcast, "upcast": upcast, "constant": constant, "remat": remat}
