"""GYM·19 again: VMEM from the tile's sizes in the program's text, cycles from the raw forecast."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import prod
from pathlib import Path

from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station

LEAST = 8
"""How many rounds the station has at least."""

MEBI = 2**20
BYTES = {"bf16": 2, "jnp.float32": 4}
ONE_PERCENT = 1.01


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    return {
        each.id: _key(store, room, each, station.spec.captures)
        for room in station.rooms
        for each in room.rounds
    }


def _key(store: Path, room: Room, each: Round, captures: tuple[str, ...]) -> frozenset[str]:
    if each.name == "faster":
        return _said(each, _favored(*(store / id for id in room.captures)))
    folder = store / each.id.split("/")[1]
    (limit,) = {_refusal(store / id)[1] for id in captures if (store / id / "refusal.txt").exists()}
    takes = vmem(folder)
    if each.name == "vmem":
        return _said(each, f"{takes / MEBI:g} MiB")
    if each.name == "fits":
        return _said(each, "compiles" if takes <= limit * MEBI else "one kernel may")
    wanted, _ = _refusal(folder)
    assert each.name == "beside"
    return _said(each, f"{wanted - takes / MEBI:.2f} MiB")


def _said(each: Round, words: str) -> frozenset[str]:
    """The choices whose text says so."""
    pattern = re.compile(rf"(?<![\d.]){re.escape(words)}")
    return frozenset(choice.id for choice in each.choices if pattern.search(str(choice.text)))


def sizes(folder: Path) -> list[int]:
    """Rows, columns and depth, by the variant's name; a square tile's names one edge."""
    name = folder.name.removeprefix("matmul-tile-").partition("@")[0]
    found = [int(size) for size in name.split("x")]
    return found * 3 if len(found) == 1 else found


def vmem(folder: Path) -> int:
    """Bytes, from the lines of the program that cut the blocks; checked on the jaxpr's own."""
    program = (folder / "program.py").read_text()
    named = dict(zip("rcd", sizes(folder), strict=True))
    blocks = [_shape(shape, named) for shape in re.findall(r"BlockSpec\(\((.*?)\)", program)]
    (scratch,) = re.findall(r"pltpu\.VMEM\(\((.*?)\), (\S+?)\)", program)
    (dtype,) = re.findall(r'args=\["(\w+)\[', program)
    jaxpr = (folder / "jaxpr.txt").read_text()
    mapped = [int(size) for size in re.findall(r"Blocked\(block_size=(\d+)\)", jaxpr)]
    assert mapped == [size for block in blocks for size in block]
    twice = 2 * sum(prod(block) * BYTES[dtype] for block in blocks)
    return twice + prod(_shape(scratch[0], named)) * BYTES[scratch[1]]


def _shape(text: str, named: Mapping[str, int]) -> list[int]:
    return [named[letter] for letter in text.split(", ")]


def _refusal(folder: Path) -> tuple[float, float]:
    text = (folder / "refusal.txt").read_text()
    (said,) = re.findall(r"size ([\d.]+)M and limit ([\d.]+)M", text)
    return float(said[0]), float(said[1])


def _favored(one: Path, other: Path) -> str:
    cycles = {each: _cycles(each) for each in (one, other)}
    fewest, most = sorted(cycles.values())
    if most / fewest < ONE_PERCENT:
        return "Neither"
    winner = min(cycles, key=lambda each: cycles[each])
    return " × ".join(map(str, sizes(winner))) + " takes fewer"


def _cycles(folder: Path) -> int:
    (cycles,) = json.loads((folder / "forecast.json").read_text())["ops"].values()
    return int(cycles)
