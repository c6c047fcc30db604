"""What a workbook remembers: outcomes and facts, each on a shelf of the cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from xlagym.numbers.own_code import own_code

if TYPE_CHECKING:
    from xlagym.captures.cache import FactCache

_FACTS = frozenset({"fact", "health"})
"""Nobody asks for these as long as the outcomes that they went into are kept."""


class Remembered:
    """Keeps what this process has asked for, and between builds what the cache has room for."""

    def __init__(self, cache: FactCache) -> None:
        self._outcomes = cache.shelf(f"outcomes-{own_code()[:16]}")
        self._facts = cache.shelf(f"facts-{own_code()[:16]}", forgets=False)

    def get[T](self, kind: str, key: str, compute: Callable[[], T]) -> T:
        """As ``Shelf.get``."""
        return (self._facts if kind in _FACTS else self._outcomes).get(kind, key, compute)

    def made(self) -> list[dict[str, Any]]:
        """What was computed since this was last asked, for another process to ``take``."""
        return [self._outcomes.made(), self._facts.made()]

    def take(self, made: list[dict[str, Any]]) -> None:
        """Take over what another process has computed."""
        for shelf, readings in zip((self._outcomes, self._facts), made, strict=True):
            shelf.take(readings)

    def keep(self) -> None:
        """Write what is new, for the next build."""
        self._outcomes.keep()
        self._facts.keep()
