"""Something to read: a drawer of papers by name, and kept functions over it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from xlagym.keeping.keeper import Keeper, handle
from xlagym.keeping.kept import kept
from xlagym.keeping.recording import note, noted

DONE: Counter[str] = Counter()
"""How often each function was computed."""


class Drawer:
    """Papers by name, which note who reads them."""

    def __init__(self, papers: dict[str, str]) -> None:
        self.papers = papers

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return handle, ("drawer", "")

    def known_to(self, keeper: Keeper) -> None:
        keeper.knows("paper", lambda name: self.papers.get(name, ""))
        keeper.knows("papers", lambda _: " ".join(sorted(self.papers)))
        keeper.opens("drawer", lambda _: self)

    def read(self, name: str) -> str:
        note(f"paper {name}", self.papers.get(name, ""))
        return self.papers.get(name, "")

    def names(self) -> list[str]:
        note("papers", " ".join(sorted(self.papers)))
        return sorted(self.papers)

    @noted
    def longest(self) -> str:
        DONE["longest"] += 1
        return max((self.read(name) for name in self.names()), key=len, default="")


@kept
def words(drawer: Drawer, name: str) -> int:
    DONE["words"] += 1
    return len(drawer.read(name).split())


@kept
def total(drawer: Drawer, names: tuple[str, ...]) -> int:
    DONE["total"] += 1
    return sum(words(drawer, name) for name in names)


@kept
def everything(drawer: Drawer) -> dict[str, int]:
    DONE["everything"] += 1
    return {name: words(drawer, name) for name in drawer.names()}


@kept
def follows(drawer: Drawer, name: str) -> str:
    """What the paper says that ``name`` names."""
    DONE["follows"] += 1
    return drawer.read(drawer.read(name))


@kept(held=False)
def large(drawer: Drawer, name: str) -> str:
    DONE["large"] += 1
    return drawer.read(name) * 1000


@kept
def refused(drawer: Drawer, name: str) -> int:
    DONE["refused"] += 1
    return int(drawer.read(name))


@kept
def guarded(drawer: Drawer, name: str) -> int:
    DONE["guarded"] += 1
    try:
        return refused(drawer, name)
    except ValueError:
        return -1


@kept
def width(drawer: Drawer) -> int:
    DONE["width"] += 1
    return len(drawer.longest)


@kept
def itself(drawer: Drawer) -> tuple[Drawer, str]:
    """A value that holds a handle."""
    return drawer, "beside"
