"""What one text of a module became in the next, line by line, every line told apart by its name.

Two lines are the same instruction where they give the same name; so a line that changed stands
next to what it was, however much of it changed. Anything else is matched by its whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_INSTRUCTION = re.compile(r"^ +(?:ROOT )?%?([^ =(]+) = ")
_OPCODE = re.compile(r" = .*? ([a-z][\w-]*)\(")
_COMPUTATION = re.compile(r"^(?:ENTRY )?%?([^ =(]+) \(")
_WORD = re.compile(r"[\w.%-]+|.", re.DOTALL)
_HEADER = "HloModule "
AROUND = 2
"""Lines of context on either side of a change."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of either text, or of both."""

    text: str
    old: int | None
    """Its number, 1-based, in the text before; None where it is new."""
    new: int | None
    """Its number in the text after; None where it is gone."""
    differs: tuple[int, int] | None = None
    """Of a line that was rewritten: where it differs from its counterpart, as a range."""

    @property
    def changed(self) -> bool:
        """Whether only one of the texts has it."""
        return self.old is None or self.new is None


def compare(before: Sequence[str], after: Sequence[str]) -> tuple[Row, ...]:
    """All lines of both texts in one order; of a rewritten line what it was, then what it is."""
    return tuple(_rows(before, after))


def hunks(rows: Sequence[Row], around: int = AROUND) -> tuple[tuple[Row, ...], ...]:
    """The changed lines with some context, in groups; what lies between them is left out."""
    groups: list[list[Row]] = []
    last = -1
    for at, row in enumerate(rows):
        if not row.changed:
            continue
        first = max(last + 1, at - around)
        if not groups or first > last + 1 or last < 0:
            groups.append([])
        end = min(len(rows), at + around + 1)
        groups[-1] += rows[first:end]
        last = max(last, end - 1)
    return tuple(map(tuple, groups))


def name_of(line: str) -> str | None:
    """The name of the instruction that a line gives, without the percent sign; None for none."""
    match = _INSTRUCTION.match(line)
    return match[1] if match else None


def opcode_of(line: str) -> str | None:
    """The opcode of the instruction that a line gives; None for a line that gives none."""
    match = _OPCODE.search(line) if _INSTRUCTION.match(line) else None
    return match[1] if match else None


def key_of(line: str) -> str:
    """What tells a line from the others: the instruction or computation that it names, or all."""
    if (name := name_of(line)) is not None:
        return f"%{name}"
    if match := _COMPUTATION.match(line):
        return f"{match[1]} ("
    return _HEADER if line.startswith(_HEADER) else line


def _rows(before: Sequence[str], after: Sequence[str]) -> Iterator[Row]:
    matcher = SequenceMatcher(
        None, list(map(key_of, before)), list(map(key_of, after)), autojunk=False
    )
    for tag, old, old_end, new, new_end in matcher.get_opcodes():
        if tag != "equal":
            yield from (Row(before[at], at + 1, None) for at in range(old, old_end))
            yield from (Row(after[at], None, at + 1) for at in range(new, new_end))
            continue
        for was, now in zip(range(old, old_end), range(new, new_end), strict=True):
            if before[was] == after[now]:
                yield Row(after[now], was + 1, now + 1)
            else:
                gone, come = _differing(before[was], after[now])
                yield Row(before[was], was + 1, None, gone)
                yield Row(after[now], None, now + 1, come)


def _differing(before: str, after: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The stretch of each line between what they have in common at both ends, in whole words."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    tail = next(
        (at for at in range(shortest - head) if old[-1 - at] != new[-1 - at]), shortest - head
    )
    start = sum(map(len, old[:head]))
    end = sum(map(len, old[len(old) - tail :]))
    return (start, len(before) - end), (start, len(after) - end)
