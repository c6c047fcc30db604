"""A text and what is said of its lines, packed small enough for a page of one file.

Both are gzip in base64: what a browser unpacks by itself (DecompressionStream), a tenth of the
text's size, and free of any character that could end an element.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

LINES = 400_000
"""Lines of one text on the page at most: twenty times the longest train step."""
LEVEL = 9


@dataclass(frozen=True, slots=True)
class PackedPane:
    """One text of a module as the page shows it."""

    id: str
    """``m1-hlo``: also the prefix of its lines' addresses."""
    title: str
    file: str
    kind: str
    """Which of the page's highlighters reads it: ``hlo``, ``mlir``, ``python``."""
    lines: Sequence[str]
    roles: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """By line (1-based), its roles: ``fusion``, ``carries``…"""
    notes: Mapping[int, str] = field(default_factory=dict)
    links: Mapping[int, list[int]] = field(default_factory=dict)
    """By line, lines of the pane that is the hub."""
    start: int = 1
    """The line to show first."""

    @property
    def shown(self) -> int:
        """How many lines are on the page."""
        return min(len(self.lines), LINES)


def packed(text: str) -> str:
    """Gzip in base64; the same text packs to the same characters."""
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), LEVEL, mtime=0)).decode()


def packed_lines(pane: PackedPane) -> str:
    """The text itself."""
    return packed("\n".join(pane.lines[: pane.shown]))


def packed_marks(pane: PackedPane) -> str:
    """What is said of the lines: tables of distinct values, and for each line a place in them."""
    count = pane.shown
    roles = _table(" ".join(pane.roles.get(at, ())) for at in range(1, count + 1))
    notes = _table(pane.notes.get(at, "") for at in range(1, count + 1))
    links = _table(tuple(pane.links.get(at, ())) for at in range(1, count + 1))
    whole = {"roles": roles, "notes": notes, "links": links, "start": pane.start}
    return packed(json.dumps(whole, ensure_ascii=False, separators=(",", ":")))


def _table(values: Iterable[object]) -> dict[str, list[object]]:
    places: dict[object, int] = {}
    at = [places.setdefault(value, len(places)) for value in values]
    return {"values": list(places), "at": list(at)}


def excerpt(pane: PackedPane, limit: int, longest: int) -> tuple[list[str], int]:
    """Lines for those who see the page without JavaScript, long ones cut, and how many are left.

    They begin at the line that the page would show first, for there the program begins.
    """
    shown: list[str] = []
    size = 0
    for line in pane.lines[pane.start - 1 :]:
        cut = line if len(line) <= longest else line[:longest] + " …"
        size += len(cut) + 1
        if size > limit:
            break
        shown.append(cut)
    return shown, len(pane.lines) - len(shown)
