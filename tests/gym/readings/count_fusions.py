"""GYM·13 again: launched fusions counted by jaxlib's parser, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from xlagym.gym.rounds.station import Station

LEAST = 16
"""How many rounds the station has at least."""

ORACLE = Path(__file__).with_name("fusions_oracle.py")


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    files = [str(store / room.capture / "optimized.hlo") for room in station.rooms]
    asked = [sys.executable, str(ORACLE), *files]
    process = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    found = {}
    for room, count in zip(station.rooms, json.loads(process.stdout), strict=True):
        (each,) = room.rounds
        found[each.id] = frozenset(
            choice.id for choice in each.choices if str(choice.text) == str(count)
        )
    return found
