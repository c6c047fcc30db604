"""A text's lines without a second copy of the text: cut out of it when asked for."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import overload

_LINE_END = re.compile("\n")


class Lines(Sequence[str]):
    """The lines of a text, indexed from 0, without their ends. Behaves as a list of them would.

    Lines end at ``\\n`` or ``\\r\\n`` alone: HLO has names in it that hold other separators.
    """

    __slots__ = ("_last", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: array[int] | None = None
        self._last: dict[int, int] = {}

    @property
    def starts(self) -> array[int]:
        """Where each line starts in the text, and, last, where the text ends."""
        if self._starts is None:
            starts = array("q", [0])
            starts.extend(end.end() for end in _LINE_END.finditer(self.text))
            if len(starts) == 1 or starts[-1] != len(self.text):
                starts.append(len(self.text))
            self._starts = starts
        return self._starts

    def runs_to(self, first: int, last: int) -> None:
        """Note that what starts in one line (1-based) ends in another."""
        self._last[first] = last

    def last_line(self, first: int) -> int:
        """The line (1-based) in which ends what starts in this one."""
        return self._last.get(first, first)

    def from_line(self, first: int) -> str:
        """What starts in this line (1-based): the line, or all the lines that it runs over."""
        return self._cut(self.starts[first - 1], self.starts[self.last_line(first)])

    def _cut(self, start: int, end: int) -> str:
        if end > start and self.text[end - 1] == "\n":
            end -= 1
            if end > start and self.text[end - 1] == "\r":
                end -= 1
        return self.text[start:end]

    def __len__(self) -> int:
        return len(self.starts) - 1 if self.text else 0

    def __iter__(self) -> Iterator[str]:
        if self.text:
            for start, end in pairwise(self.starts):
                yield self._cut(start, end)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"line {index} of {len(self)}")
        index %= len(self)
        return self._cut(self.starts[index], self.starts[index + 1])
