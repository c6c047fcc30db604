"""GYM·18 again: tensor types off the raw text of StableHLO, and the bill out of ``cost.json``.

No parser of MLIR has a part in it: a regular expression finds the products and the signature. What
a choice says is read as a number with its unit, or as a range of factors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import prod
from pathlib import Path

from xlagym.gym.rounds.station import Station

LEAST = 30
"""How many rounds the station has at least."""

TENSOR = re.compile(r"tensor<((?:\d+x)*)([a-z]+\d+)>")
FUNCTION = re.compile(r"^  func\.func (?:public|private) @(\S+?)\((.*)$", re.MULTILINE)
CALL = re.compile(r"call @([^\s(]+)\(")
DOT = re.compile(r"contracting_dims = \[([\d, ]*)\] x .* : \((.*?), (.*?)\) -> (\S+)$")
SCALE = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "": 1}
AMOUNT = re.compile(r"^([\d.]+) ([kMGT]?)(?:B|FLOP)$")


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    found = {}
    for room in station.rooms:
        text = (store / room.capture / "stablehlo.mlir").read_text()
        for each in room.rounds:
            texts = {choice.id: str(choice.text) for choice in each.choices}
            if each.name == "flops":
                fits = {id for id, told in texts.items() if says(told, flops(text))}
            elif each.name == "bytes":
                fits = {id for id, told in texts.items() if says(told, moved(text))}
            else:
                target = each.name.removeprefix("bill-")
                cost = json.loads((store / f"{room.variant}@{target}" / "cost.json").read_text())
                times = cost["bytes accessed"] / moved(text)
                fits = {id for id, told in texts.items() if holds(told, times)}
            found[each.id] = frozenset(fits)
    return found


def sizes(tensor: str) -> list[int]:
    match = TENSOR.search(tensor)
    assert match is not None, tensor
    return [int(size) for size in match[1].split("x") if size]


def moved(text: str) -> int:
    """Bytes of the arguments and results of ``main``."""
    (line,) = (rest for name, rest in FUNCTION.findall(text) if name == "main")
    return sum(
        prod(int(size) for size in dims.split("x") if size) * int(re.sub(r"\D", "", kind)) // 8
        for dims, kind in TENSOR.findall(line)
    )


def flops(text: str) -> int:
    """Operations of all products, those of a private function for each way to it."""
    bodies: dict[str, list[str]] = {}
    for line in text.split("\n"):
        if head := FUNCTION.match(line):
            bodies[head[1]] = body = []
        elif bodies:
            body.append(line)
    return inside("main", bodies)


def inside(function: str, bodies: Mapping[str, list[str]]) -> int:
    total = 0
    for line in bodies[function]:
        if "stablehlo.dot_general" in line:
            match = DOT.search(line)
            assert match is not None, line
            left, result = sizes(match[2]), sizes(match[4])
            depth = prod(left[int(dim)] for dim in match[1].split(",") if dim.strip())
            total += 2 * prod(result) * depth
        elif call := CALL.search(line):
            total += inside(call[1], bodies)
    return total


def says(told: str, amount: int) -> bool:
    """Whether ``17.2 GFLOP`` is this amount, rounded to the digits that it shows."""
    match = AMOUNT.match(told)
    assert match is not None, told
    digits = len(match[1].partition(".")[2])
    return round(amount / SCALE[match[2]], digits) == float(match[1])


def holds(told: str, times: float) -> bool:
    """Whether a factor lies in the range that a choice names."""
    numbers = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", told)]
    if told == "less than that":
        return times < 0.95
    if told.endswith("or more"):
        return times >= numbers[0]
    low, high = numbers
    return low <= times < high
