"""Kinds of stations, a folder each: its evidence, its rounds, its misreadings, its reveal.

Start at any ``station.py``; its ``build`` makes the station of a spec. A folder here is a kind, by
its name alone: ``which_pass`` is ``which-pass``. It is imported once a spec names it.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.gym.rounds.station import Station
    from xlagym.numbers.evaluate import Evaluate

    class StationKind(Protocol):
        """The ``station.py`` of a kind."""

        KIND: str
        """As specs name it: ``which-pass``."""

        @staticmethod
        def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
            """Make the station of a spec; ids of its rounds and numbers begin with no number.

            Raises ProblemError where a capture is missing or unfit.
            """


def kinds() -> list[str]:
    """The kinds that there are, in the order of their names."""
    found = (each.name for each in pkgutil.iter_modules(__path__) if each.ispkg)
    return sorted(name.replace("_", "-") for name in found)


def kind(name: str) -> StationKind:
    """Import a kind. Raises LookupError where there is none of that name."""
    if name not in kinds():
        raise LookupError(f"there is no kind '{name}'")
    return cast(
        "StationKind", importlib.import_module(f"{__name__}.{name.replace('-', '_')}.station")
    )
