"""What one process has read already, before the cache on disk is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xlagym.captures.cache import FactCache


class Remembered:
    """A cache that also keeps what this process has asked for, even where nothing is stored."""

    def __init__(self, cache: FactCache) -> None:
        self._cache = cache
        self._kept: dict[tuple[str, str], Any] = {}

    def get[T](self, kind: str, key: str, compute: Callable[[], T]) -> T:
        """As ``FactCache.get``."""
        if (kind, key) not in self._kept:
            self._kept[kind, key] = self._cache.get(kind, key, compute)
        kept: T = self._kept[kind, key]
        return kept
