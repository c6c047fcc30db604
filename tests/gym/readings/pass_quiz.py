"""GYM·12 again: who runs a pass by the records of other programs, what changed by the texts.

Whose pipeline has a name is read from every capture that the station itself does not read. Whether
a pass changed a module is read from its packed texts: one that differs from the one before, and
that the record gives to that pass.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

from markupsafe import Markup

from tests.gym.readings.which_pass import blocks, choices_that_say, unpacked
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station

LEAST = 120
"""How many rounds the station has at least."""

MADE_BY = {"cpu": "CPU", "cpu+jax-0.4.38": "old", "tpu-v6e": "TPU"}
WHOSE = {("CPU",): "the CPU alone", ("TPU",): "the TPU v6e alone", ("CPU", "TPU"): "both"}
AGES = {
    ("CPU",): "today's alone",
    ("old",): "that of jax 0.4.38 alone",
    ("CPU", "old"): "both",
}
_BACKENDS = {"CPU": "cpu", "TPU v6e": "tpu-v6e"}

type Names = Mapping[str, list[frozenset[str]]]


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    others = names_of_others(store, frozenset(station.spec.captures))
    assert all(len(sets) >= 4 for sets in others.values())
    kinds: Mapping[str, Callable[[Names, Path, Round], str]] = {
        "whose": lambda names, _, each: WHOSE[runners(names, said(each)[0], ("CPU", "TPU"))],
        "older": lambda names, _, each: AGES[runners(names, said(each)[0], ("CPU", "old"))],
        "changed": lambda _, folder, each: fate(folder, *asked_of(each)),
    }
    return {
        each.id: choices_that_say(each, kinds[each.id.rpartition("-")[2]](others, store, each))
        for room in station.rooms
        for each in room.rounds
    }


def names_of_others(store: Path, own: frozenset[str]) -> Names:
    """By compiler, the names that each capture records that the station does not read."""
    found: dict[str, list[frozenset[str]]] = {who: [] for who in MADE_BY.values()}
    for folder in sorted(store.iterdir()):
        who = MADE_BY.get(folder.name.partition("@")[2])
        if who and folder.name not in own and (folder / "passes.json.xz").exists():
            found[who].append(recorded(folder))
    return found


def recorded(folder: Path) -> frozenset[str]:
    log = folder / "pass-log.txt"
    if log.exists():
        return frozenset(re.findall(r"^ +HLO pass (.+)$", log.read_text(), re.MULTILINE))
    rows = json.loads(unpacked(folder / "passes.json.xz"))["passes"]
    return frozenset(row["name"] for row in rows)


def runners(names: Names, name: str, among: tuple[str, ...]) -> tuple[str, ...]:
    """Who runs it for all of those programs; nobody may run it for some of them."""
    answers = {who: {name in each for each in names[who]} for who in among}
    assert all(len(each) == 1 for each in answers.values()), (name, answers)
    return tuple(who for who in among if answers[who] == {True})


def said(each: Round) -> list[str]:
    """What stands as code in the question."""
    found = re.findall(r"<code>(.*?)</code>", each.question)
    return [Markup(text).unescape() for text in found]


def asked_of(each: Round) -> tuple[str, str]:
    name, variant = said(each)
    backend = Markup(each.question).striptags().rpartition(" on the ")[2].rstrip("?")
    return name, f"{variant}@{_BACKENDS[backend]}"


def fate(store: Path, name: str, capture: str) -> str:
    folder = store / capture
    rows = json.loads(unpacked(folder / "passes.json.xz"))["passes"]
    texts = blocks(unpacked(folder / "passes.txt.xz"))
    pipelines = {row["pipeline"] for row in rows}
    for (_, before), (key, after) in pairwise(texts):
        left = [row for row in rows if row["changed"] and row["dump"] == key]
        made = [row for row in left if row["name"] not in pipelines] or left
        if before != after and made and made[0]["name"] == name:
            return "it changed it"
    return "it ran and changed nothing" if name in recorded(folder) else "it did not run"
