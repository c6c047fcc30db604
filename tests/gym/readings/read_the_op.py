"""GYM·15 again: from raw lines, jaxlib's shapes, the buffer assignment, and the files searched.

What a line makes is cut out of it by a regular expression; jaxlib, in a process of its own, says
what shape that is. Sizes are those of the buffer assignment; kinds and types are read off the raw
text; a line's text is the file in which it stands.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from xlagym.gym.rounds.exhibits import Excerpt, Table
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Station

LEAST = 40
"""How many rounds the station has at least."""

ORACLE = Path(__file__).with_name("shapes_oracle.py")
MADE = re.compile(r"^\s*(?:ROOT )?%(\S+) = (\S+) [\w-]+\(")
SPACES = {0: "HBM", 1: "VMEM", 2: "SMEM"}
ELEMENTS = {"i1": "pred"} | {f"i{bits}": f"s{bits}" for bits in (8, 16, 32, 64)}
FILES = {
    "program.py": "the Python program",
    "jaxpr.txt": "the jaxpr",
    "stablehlo.mlir": "StableHLO",
    "optimized.hlo": "optimized HLO",
}


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    shapes = oracle(station)
    found = {}
    for room in station.rooms:
        folder = store / room.capture
        for each in room.rounds:
            kind = each.name.partition("-")[0]
            told = READ[kind](folder, each, shapes)
            found[each.id] = frozenset(
                choice.id
                for choice in each.choices
                if re.sub(r"<[^>]*>", "", str(choice.text)) == told
            )
    return found


def line_of(each: Round) -> tuple[int, str]:
    exhibit = each.exhibits[0]
    assert isinstance(exhibit, Excerpt)
    return exhibit.lines[0]


def made(each: Round) -> tuple[str, str]:
    """Name and shape of what the line makes."""
    match = MADE.match(line_of(each)[1])
    assert match is not None
    return match[1], match[2]


def oracle(station: Station) -> dict[str, Any]:
    asked = {
        made(each)[1]
        for room in station.rooms
        for each in room.rounds
        if each.name.partition("-")[0] in ("order", "tile", "space")
    }
    process = subprocess.run(
        [sys.executable, str(ORACLE)],
        input=json.dumps(sorted(asked)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr[-2000:]
    told: dict[str, Any] = json.loads(process.stdout)
    return told


def order(_: Path, each: Round, shapes: dict[str, Any]) -> str:
    shape = shapes[made(each)[1]]
    minor = int(shape["minor_to_major"][0])
    return f"dimension {minor}, of size {shape['dimensions'][minor]:,}"


def tile(_: Path, each: Round, shapes: dict[str, Any]) -> str:
    first = shapes[made(each)[1]]["tiling"][0]
    return " by ".join(f"{size:,}" for size in first)


def space(folder: Path, each: Round, shapes: dict[str, Any]) -> str:
    number = re.search(r"S\((\d+)\)", shapes[made(each)[1]]["text"])
    common = {3: "CMEM"} if folder.name.endswith("@tpu-v4") else {}
    return (SPACES | common)[int(number[1]) if number else 0]


def size(folder: Path, each: Round, _: dict[str, Any]) -> str:
    name = re.escape(made(each)[0])
    text = (folder / "buffer-assignment.txt").read_text()
    sizes = set(re.findall(rf"value: <\d+ {name} @\d+> \(size=(\d+),", text))
    assert len(sizes) == 1
    return f"{int(sizes.pop()):,} B"


def kind(folder: Path, each: Round, _: dict[str, Any]) -> str:
    computation = line_of(each)[1].split(" ")[0]
    text = (folder / "optimized.hlo").read_text()
    calls = re.findall(rf"^.* fusion\(.*calls={re.escape(computation)}(?![\w.-]).*$", text, re.M)
    kinds = {found for line in calls for found in re.findall(r"kind=(k\w+)", line)}
    assert len(kinds) == 1
    return str(kinds.pop())


def type_(_: Path, each: Round, __: dict[str, Any]) -> str:
    told = re.search(r"-> \(?tensor<((?:\d+x)*)(\w+)>", line_of(each)[1])
    assert told is not None
    return f"{ELEMENTS.get(told[2], told[2])}[{told[1].rstrip('x').replace('x', ',')}]"


def text(folder: Path, each: Round, _: dict[str, Any]) -> str:
    exhibit = each.exhibits[0]
    assert isinstance(exhibit, Table)
    shown = re.sub(r"<[^>]*>", "", str(exhibit.rows[0][0]))
    line = re.sub(r"&(?:lt|gt|amp|#39|#34);", lambda match: ENTITIES[match[0]], shown)
    holding = [
        name
        for file, name in FILES.items()
        if line in map(str.strip, (folder / file).read_text().split("\n"))
    ]
    if not holding:
        holding = ["a Mosaic kernel"] if in_kernel(folder, line) else []
    (found,) = holding
    return found


ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#39;": "'", "&#34;": '"'}


def in_kernel(folder: Path, line: str) -> bool:
    """Whether a custom call's body has the line: as text, or its ops' names in the bytecode."""
    hlo = (folder / "optimized.hlo").read_text()
    for body in re.findall(r'"body":"([A-Za-z0-9+/=]+)"', hlo):
        raw = base64.b64decode(body)
        if not raw.startswith(b"ML\xefR"):
            if line in map(str.strip, raw.decode().split("\n")):
                return True
            continue
        dialect, _, op = re.findall(r"\b(arith|vector|tpu|math|memref)(\.)(\w+)", line)[0]
        if dialect.encode() in raw and op.encode() in raw:
            return True
    return False


READ = {
    "order": order,
    "tile": tile,
    "space": space,
    "bytes": size,
    "kind": kind,
    "type": type_,
    "text": text,
}
