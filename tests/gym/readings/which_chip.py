"""GYM·16 again: the chip whose cost and memory analyses are those that the round shows.

The round's own table of figures is told apart from the five captures' JSON, in which no HLO is
read: bytes accessed, FLOPs, temporary bytes and bytes of code, each as the file has it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from xlagym.gym.rounds.exhibits import Table
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station

LEAST = 20
"""How many rounds the station has at least."""

CHIPS = ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")
NAMES = {"tpu-7x": "TPU 7x"} | {chip: chip.replace("tpu-", "TPU ") for chip in CHIPS}


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    found = {}
    for room in station.rooms:
        counted = {chip: analyses(store / f"{room.variant}@{chip}") for chip in CHIPS}
        for each in room.rounds:
            told = figures(each)
            chips = {NAMES[chip] for chip in CHIPS if counted[chip] == told}
            found[each.id] = frozenset(
                choice.id for choice in each.choices if str(choice.text) in chips
            )
    return found


def analyses(capture: Path) -> list[int]:
    cost = json.loads((capture / "cost.json").read_text())
    memory = json.loads((capture / "memory.json").read_text())
    return [
        int(cost["bytes accessed"]),
        int(cost["flops"]),
        memory["temp_size_in_bytes"],
        memory["generated_code_size_in_bytes"],
    ]


def figures(each: Round) -> list[int]:
    table = each.exhibits[-1]
    assert isinstance(table, Table)
    (row,) = table.rows
    return [int(str(cell).replace(",", "")) for cell in row]
