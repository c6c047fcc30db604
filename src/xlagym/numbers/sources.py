"""The captures and constants that expressions name, each capture with what may be asked of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.numbers.facts.facts import FactSource
from xlagym.numbers.facts.table import facts_of

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.numbers.constants import Constants


class CaptureSources:
    """A store and the constants of chips, as expressions see them."""

    def __init__(
        self,
        store: Store,
        constants: Constants,
        health: Callable[[Capture], list[str]] | None = None,
    ) -> None:
        """``health`` says what is wrong with a capture; by default ``captures.health`` does."""
        self.store = store
        self.constants = constants
        self._health = health or _health
        self._known: dict[str, FactSource] = {}

    def of(self, capture: Capture) -> FactSource:
        """``capture`` as expressions see it."""
        name = capture.manifest.id
        if name not in self._known:
            facts = facts_of(capture.manifest.basis)
            self._known[name] = FactSource(capture, facts, self._health)
        return self._known[name]


def _health(capture: Capture) -> list[str]:
    from xlagym.captures.health import health

    return health(capture)
