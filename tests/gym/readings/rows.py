"""The lines that a round's exhibit of changes shows, by their numbers in either text."""

from __future__ import annotations

from xlagym.gym.rounds.changes import Changes
from xlagym.gym.rounds.round import Round


def shown_rows(each: Round) -> tuple[dict[int, str], dict[int, str]]:
    """Lines gone, by their number before, and lines that came, by their number after."""
    (exhibit,) = (shown for shown in each.exhibits if isinstance(shown, Changes))
    gone = {row.old: row.text for row in exhibit.rows if row.old and not row.new}
    come = {row.new: row.text for row in exhibit.rows if row.new and not row.old}
    return gone, come
