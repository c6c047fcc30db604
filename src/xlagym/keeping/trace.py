"""What an entry was computed from, in few bytes: each pair of name and digest has a number."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

KEPT = "kept "
"""Before the name of a kept computation, where another has asked for it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bytes of a value lie: in which segment, from where, how many, their checksum."""

    segment: str
    start: int
    length: int
    checksum: int


@dataclass(slots=True)
class Entry:
    """A kept value, without the value."""

    digest: str
    trace: array[int]
    """Numbers of pairs."""
    place: Place | None = None
    """None where it lives in memory alone."""


@dataclass(slots=True)
class Pairs:
    """Names of readings with the digests that they had, by number."""

    names: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    _held: list[bool | None] = field(default_factory=list)
    """Whether each is so today; None where nobody has looked."""

    def __post_init__(self) -> None:
        self._held = [None] * len(self.names)

    def trace(self, inputs: Mapping[str, str]) -> array[int]:
        """``inputs`` as numbers."""
        if len(self._numbers) < len(self.names):
            pairs = zip(self.names, self.digests, strict=True)
            self._numbers = {pair: number for number, pair in enumerate(pairs)}
        return array("I", map(self._number, inputs.items()))

    def inputs(self, trace: array[int]) -> dict[str, str]:
        """The opposite of ``trace``."""
        return {self.names[number]: self.digests[number] for number in trace}

    def hold(self, trace: array[int], today: Callable[[str], str | None]) -> bool:
        """Whether all of ``trace`` are ``today`` what they were."""
        held = self._held
        for number in trace:
            known = held[number]
            if known is None:
                name = self.names[number]
                known = today(name) == self.digests[number]
                if known or not name.startswith(KEPT):  # what is computed may yet come out so
                    held[number] = known
            if not known:
                return False
        return True

    def look_again(self) -> None:
        """Trust nothing that was found to hold before."""
        self._held = [None] * len(self.names)

    def _number(self, pair: tuple[str, str]) -> int:
        number = self._numbers.get(pair)
        if number is None:
            number = self._numbers[pair] = len(self.names)
            self.names.append(pair[0])
            self.digests.append(pair[1])
            self._held.append(None)
        return number
