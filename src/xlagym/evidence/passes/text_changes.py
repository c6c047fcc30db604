"""What one text of a module became in the next, line by line, every line told apart by its name.

Two lines are the same instruction where they give the same name; so a line that changed stands
next to what it was, however much of it changed. Anything else is matched by its whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

_INSTRUCTION = re.compile(r"^ +(?:ROOT )?%?([^ =(]+) = ")
_OPCODE = re.compile(r" = .*? ([a-z][\w-]*)\(")
_COMPUTATION = re.compile(r"^(?:ENTRY )?%?([^ =(]+) \(")
_WORD = re.compile(r"[\w.%-]+|.", re.DOTALL)
_HEADER = "HloModule "
_ENTRY = "ENTRY "
_MANY = 200
"""Words beyond which a line is not told apart word by word."""
AROUND = 2
"""Lines of context on either side of a change."""


@dataclass(frozen=True)
class PairedLine:
    """A line of either text, or of both."""

    text: str
    old: int | None
    """Its number, 1-based, in the text before; None where it is new."""
    new: int | None
    """Its number in the text after; None where it is gone."""
    differs: tuple[tuple[int, int], ...] = ()
    """Of a line that was rewritten: the ranges in which it differs from its counterpart."""

    @property
    def changed(self) -> bool:
        """Whether only one of the texts has it."""
        return self.old is None or self.new is None


def compare(before: Sequence[str], after: Sequence[str]) -> tuple[PairedLine, ...]:
    """All lines of both texts in one order; of a rewritten line what it was, then what it is.

    The entry is compared with the entry: where a computation has changed sides with it, that is
    what moved.
    """
    shortest = min(len(before), len(after))
    head = next((at for at in range(shortest) if before[at] != after[at]), shortest)
    old, new = _parts(before[head:]), _parts(after[head:])
    if len(old) != len(new):
        old, new = [(0, before[head:])], [(0, after[head:])]
    return (
        *(PairedLine(line, at, at) for at, line in enumerate(before[:head], start=1)),
        *(
            row
            for (old_at, old_lines), (new_at, new_lines) in zip(old, new, strict=True)
            for row in _rows(old_lines, new_lines, head + old_at, head + new_at)
        ),
    )


def _parts(lines: Sequence[str]) -> list[tuple[int, Sequence[str]]]:
    """What stands before the entry, the entry, what stands after it, each with its offset."""
    first = next((at for at, line in enumerate(lines) if line.startswith(_ENTRY)), None)
    if first is None:
        return [(0, lines)]
    end = (
        next((at for at in range(first, len(lines)) if lines[at].startswith("}")), len(lines) - 1)
        + 1
    )
    return [(0, lines[:first]), (first, lines[first:end]), (end, lines[end:])]


def hunks(rows: Sequence[PairedLine], around: int = AROUND) -> tuple[tuple[PairedLine, ...], ...]:
    """The changed lines with some context, in groups; what lies between them is left out."""
    groups: list[list[PairedLine]] = []
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


def _rows(
    before: Sequence[str], after: Sequence[str], old_at: int, new_at: int
) -> Iterator[PairedLine]:
    """Rows of two parts of texts that begin after so many lines."""
    matcher = SequenceMatcher(
        None, list(map(key_of, before)), list(map(key_of, after)), autojunk=False
    )
    for tag, old, old_end, new, new_end in matcher.get_opcodes():
        if tag != "equal":
            yield from (PairedLine(before[at], old_at + at + 1, None) for at in range(old, old_end))
            yield from (PairedLine(after[at], None, new_at + at + 1) for at in range(new, new_end))
            continue
        for was, now in zip(range(old, old_end), range(new, new_end), strict=True):
            if before[was] == after[now]:
                yield PairedLine(after[now], old_at + was + 1, new_at + now + 1)
            else:
                gone, come = _differing(before[was], after[now])
                yield PairedLine(before[was], old_at + was + 1, None, gone)
                yield PairedLine(after[now], None, new_at + now + 1, come)


type _Ranges = tuple[tuple[int, int], ...]


def _differing(before: str, after: str) -> tuple[_Ranges, _Ranges]:
    """Where two lines differ, in whole words; of long lines all between what their ends share."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    tail = next(
        (at for at in range(shortest - head) if old[-1 - at] != new[-1 - at]), shortest - head
    )
    spans = [(head, len(old) - tail, head, len(new) - tail)]
    if max(len(old), len(new)) - head - tail <= _MANY:
        matcher = SequenceMatcher(
            None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False
        )
        spans = [
            (was + head, was_end + head, now + head, now_end + head)
            for tag, was, was_end, now, now_end in matcher.get_opcodes()
            if tag != "equal"
        ]
    return (
        _ranges(old, [(start, end) for start, end, _, _ in spans]),
        _ranges(new, [(start, end) for _, _, start, end in spans]),
    )


def _ranges(words: Sequence[str], spans: Sequence[tuple[int, int]]) -> _Ranges:
    """Ranges of characters for ranges of words; empty ones are left out."""
    starts = [0, *accumulate(map(len, words))]
    return tuple((starts[first], starts[end]) for first, end in spans if first < end)
