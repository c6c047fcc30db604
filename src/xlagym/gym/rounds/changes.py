"""An exhibit: what one text became in the next, in hunks, with the numbers of both."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from xlagym.evidence.passes.text_changes import PairedLine
from xlagym.gym.rounds.exhibits import Exhibit


@dataclass(frozen=True, slots=True)
class Changes(Exhibit):
    """Lines that went, lines that came, and some that stand around them."""

    title: str
    capture: str
    hunks: tuple[tuple[PairedLine, ...], ...]
    note: Markup | str = ""
    """Which texts these are, and where they are from."""

    @property
    def rows(self) -> list[PairedLine]:
        """All lines shown, in order."""
        return [row for hunk in self.hunks for row in hunk]

    def plain(self) -> Markup:
        """The lines with their signs, for a flash card."""
        parts = ["\n".join(f"{sign(row)} {row.text}" for row in hunk) for hunk in self.hunks]
        return Markup("<p>{}</p><pre>{}</pre>").format(self.title, "\n⋯\n".join(parts))


def sign(row: PairedLine) -> str:
    """``+`` for a line that came, ``−`` for one that went, a space for one that stayed."""
    return "+" if row.old is None else "−" if row.new is None else " "
