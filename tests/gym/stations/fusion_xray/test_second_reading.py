"""Every key derived again by readers that share no code with the first, and both agree.

jaxlib's parser, in a process of its own, since it can abort. Where it does, the compiler's buffer
assignment: it lists every value that is laid out in memory, with its type and space.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gym.own_exhibits import side_by_side
from tests.gym.summary import summary
from tests.places import ROOT
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station

HERE = Path(__file__).parent
STORE = ROOT / "captures"
ABORTING = {"attention-exp2-s8192@tpu-v6e", "attention-exp2-s8192@tpu-7x"}
"""Where jaxlib's parser dies; see tests/evidence/test_hlo_oracle.py."""

type Answer = dict[str, list[str]]


@pytest.fixture(scope="module")
def answers(station: Station) -> dict[str, Answer]:
    asked = [room for room in station.rooms if room.capture not in ABORTING]
    pairs = [
        text
        for room in asked
        for text in (str(STORE / room.capture / "optimized.hlo"), side_by_side(room).tensor)
    ]
    script = [sys.executable, str(HERE / "carriers_oracle.py")]
    process = subprocess.run([*script, *pairs], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    lines = process.stdout.splitlines()
    return {room.capture: json.loads(line) for room, line in zip(asked, lines, strict=True)}


def key_names(room: Room, dealt: Round) -> list[str]:
    """Names of the instructions on the lines of a round's key."""
    texts = {f"hlo-{line.number}": line.text for line in side_by_side(room).panes[2].lines}
    found = []
    for line in dealt.key:
        named = re.match(r"\s*(?:ROOT )?%?(\S+) = ", texts[line])
        assert named is not None
        found.append(named[1])
    return sorted(found)


def test_there_are_rounds_to_confirm(station: Station) -> None:
    assert len(station.rooms) >= 9
    assert len({room.variant for room in station.rooms}) >= 3
    assert len({room.target for room in station.rooms}) >= 3
    assert {room.capture for room in station.rooms} >= ABORTING
    assert station.withheld == 0


def test_both_readings_agree(
    station: Station,
    answers: dict[str, Answer],
    record_property: Callable[[str, object], None],
) -> None:
    confirmed = set()
    for room in station.rooms:
        told = answers.get(room.capture) or not_laid_out(room)
        for dealt in room.rounds:
            kind = dealt.id.rpartition("/")[2]
            assert (dealt.id, key_names(room, dealt)) == (dealt.id, told[kind])
            confirmed.add(dealt.id)
        if len(room.rounds) == 1:
            assert told["spill"] == []
    record_property("gym", summary("GYM·07", station, confirmed))


def not_laid_out(room: Room) -> Answer:
    """Where jaxlib aborts: the buffer assignment knows no value of the tensor's type."""
    assert room.capture in ABORTING
    report = (STORE / room.capture / "buffer-assignment.txt").read_text()
    laid_out = re.findall(r"value: <.*?>.*?: (\w+\[[\d,]*\])", report)
    assert len(laid_out) > 10
    assert side_by_side(room).tensor not in laid_out
    return {"carry": [], "spill": []}


def test_the_answers_differ_between_programs_and_chips(station: Station) -> None:
    sizes = {
        kind: {
            len(dealt.key)
            for room in station.rooms
            for dealt in room.rounds
            if dealt.id.endswith(kind)
        }
        for kind in ("carry", "spill")
    }
    assert sizes == {"carry": {0, 1, 2, 3}, "spill": {0, 2, 3}}
