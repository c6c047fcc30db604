"""GYM·14 again, from the packed texts: the one step that takes these lines out and puts those in.

A round shows lines with their numbers in both texts. Taken out of one text and of the next, they
must leave the same; that holds for one step of the compile alone, and the record says who made it.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from tests.gym.readings.rows import shown_rows
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station

LEAST = 40
"""How many rounds the station has at least."""

type Lines = dict[int, str]


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    found = {}
    for room in station.rooms:
        record = json.loads(unpacked(store / room.capture / "passes.json.xz"))["passes"]
        texts = blocks(unpacked(store / room.capture / "passes.txt.xz"))
        for each in room.rounds:
            gone, come = shown_rows(each)
            places = [
                at
                for at in range(1, len(texts))
                if fits(texts[at - 1][1], texts[at][1], gone, come)
            ]
            assert len(places) == 1, (each.id, places)
            name = maker(record, texts[places[0]][0])
            found[each.id] = choices_that_say(each, name)
    return found


def unpacked(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode()


def blocks(text: str) -> list[tuple[str, list[str]]]:
    """Keys and lines of the texts, in the order of the compile."""
    parts = re.split(r"^=== (\S+)\n", text, flags=re.MULTILINE)[1:]
    return [
        (key, body.removesuffix("\n").split("\n"))
        for key, body in zip(parts[::2], parts[1::2], strict=True)
    ]


def fits(before: list[str], after: list[str], gone: Lines, come: Lines) -> bool:
    """Whether the texts are the same but for these lines, which stand where they are said to."""
    if before == after or max(gone, default=0) > len(before) or max(come, default=0) > len(after):
        return False
    stands = all(before[at - 1] == text for at, text in gone.items()) and all(
        after[at - 1] == text for at, text in come.items()
    )
    return stands and rest(before, gone) == rest(after, come)


def rest(lines: list[str], without: Lines) -> list[str]:
    text = [line for at, line in enumerate(lines, start=1) if at not in without]
    return text[:-1] if text[-1] == "" else text


def maker(record: list[dict[str, Any]], key: str) -> str:
    """The first pass that says that it left this text, and is no pipeline of others."""
    pipelines = {row["pipeline"] for row in record}
    named = [row for row in record if row["changed"] and row["dump"] == key]
    return str(next(row["name"] for row in named if row["name"] not in pipelines))


def choices_that_say(each: Round, name: str) -> frozenset[str]:
    return frozenset(
        choice.id for choice in each.choices if Markup(choice.text).striptags() == name
    )
