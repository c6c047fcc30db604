"""GYM·20 again: the raw reports by regular expressions, every byte of every step added up.

No place is made of values here. For each step the bytes that any living value covers are marked,
interval by interval, and the fullest step is found among all of them. The owner is the largest
value alive then. The compiler's own figures must allow the result: no peak is more than
``memory-usage.txt`` counts for that memory, nor less than the arguments that ``memory.json`` has;
and where all that the report names at its own peak lies in that memory, the values that live in its
step make up no less.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from xlagym.gym.rounds.station import Station

LEAST = 20
"""How many rounds the station has at least."""

RANGE = re.compile(r"^    (\S+)\{([\d,]*)\}:(\d+)-(\d+)$", re.MULTILINE)
HEAD = re.compile(r"^allocation (\d+): size (\d+)", re.MULTILINE)
VALUE = re.compile(
    r"^ value: <\d+ ([^\s{]+)(?:\{([\d,]*)\})?(?: \(phi\))? @(\d+)> \(size=(\d+),offset=(\d+)\)"
)
OWN = re.compile(r"^    (\S+\{[\d,]*\}): (\d+) bytes \(cumulative", re.MULTILINE)
OWN_STEP = re.compile(r"^  Live ranges at (\d+) \(peak\)", re.MULTILINE)
USAGE = re.compile(r"^Memory Space: \S+ \(color=(\d+)\)\nTotal bytes: (\d+)", re.MULTILINE)
COLORS = {"hbm": 0, "memory": 0, "vmem": 1, "smem": 2, "cmem": 3}

type Held = tuple[str, int, int, int, int, int]
"""Name, allocation, offset, size, first and last step."""


def keys(store: Path, station: Station) -> Mapping[str, frozenset[str]]:
    found = {}
    for room in station.rooms:
        for each in room.rounds:
            folder = store / room.capture
            step, taken, owner = peak(folder, COLORS[each.name])
            (figure,) = each.figures[0].numbers
            assert figure.raw == f"{taken:,} B"
            marked = each.revealed[0]
            assert getattr(marked, "peak", None) == step
            spelled = re.escape(owner.removesuffix("{}"))
            fits = re.compile(rf"(?:^|then )<code>%{spelled}</code>")
            found[each.id] = frozenset(
                choice.id for choice in each.choices if fits.search(str(choice.text))
            )
    return found


def peak(folder: Path, color: int) -> tuple[int, int, str]:
    """The first fullest step of a memory, its bytes, and the first of the largest values."""
    lives = (folder / "live-range.txt").read_text()
    held, spaces = values(folder, lives, color)
    steps = range(1 + max(each[5] for each in held))
    full = [covered([each for each in held if each[4] <= step <= each[5]]) for step in steps]
    taken = max(full)
    step = full.index(taken)
    alive = [each for each in held if each[4] <= step <= each[5]]
    owner = max(alive, key=lambda each: each[3])
    rivals = {each[1:3] for each in alive if each[3] == owner[3]}
    assert len(rivals) == 1, f"{folder.name}: two buffers are the largest in step {step}"
    allow(folder, lives, color, held, full, spaces)
    return step, taken, owner[0]


def values(folder: Path, lives: str, color: int) -> tuple[list[Held], Mapping[str, int]]:
    when = {f"{a}{{{b}}}": (int(c), int(d)) for a, b, c, d in RANGE.findall(lives)}
    held: list[Held] = []
    spaces: dict[str, int] = {}
    allocation = -1
    for line in (folder / "buffer-assignment.txt").read_text().split("\n"):
        if head := HEAD.match(line):
            allocation = int(head[1])
        elif value := VALUE.match(line):
            name = f"{value[1]}{{{value[2] or ''}}}"
            spaces[name] = int(value[3])
            if int(value[3]) == color and name in when:
                held.append((name, allocation, int(value[5]), int(value[4]), *when[name]))
    return held, spaces


def covered(alive: list[Held]) -> int:
    """Bytes under values, those that lie on one another once."""
    total = 0
    for allocation in {each[1] for each in alive}:
        reach = 0
        for offset, end in sorted((e[2], e[2] + e[3]) for e in alive if e[1] == allocation):
            total += max(0, end - max(offset, reach))
            reach = max(reach, end)
    return total


def allow(
    folder: Path,
    lives: str,
    color: int,
    held: list[Held],
    full: list[int],
    spaces: Mapping[str, int],
) -> None:
    """Hold the compiler's own figures against the bytes of every step."""
    usage = {int(a): int(b) for a, b in USAGE.findall((folder / "memory-usage.txt").read_text())}
    analysis = json.loads((folder / "memory.json").read_text())
    always = analysis["argument_size_in_bytes"] if color == 0 else 0
    assert always <= max(full) <= usage[color]
    own = {name: int(size) for name, size in OWN.findall(lives)}
    match = OWN_STEP.search(lives)
    if match and {spaces[name] for name in own} == {color}:
        step = int(match[1])
        assert full[step] <= max(full)
        assert sum(own.values()) <= sum(each[3] for each in held if each[4] <= step <= each[5])
