"""What the gym gives to other programs: its rounds as a deck for Anki and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.gym.export.flashcards import Flashcard
    from xlagym.site.assembly.edition import Edition

DECK = "gym/xlagym.apkg"
ROUNDS = "gym/rounds.json"


@kept(held=False)
def deck(edition: Edition) -> bytes:
    """All rounds as a deck for Anki."""
    from xlagym.gym.export.anki import anki_deck

    newest = max(capture.manifest.date for capture in edition.store.captures.values())
    return anki_deck(_cards(edition), newest)


@kept(held=False)
def rounds(edition: Edition) -> bytes:
    """All rounds as JSON, a line a round."""
    from xlagym.site.assembly.json_rows import json_rows

    return json_rows(map(_row, _cards(edition)))


def _cards(edition: Edition) -> list[Flashcard]:
    from xlagym.gym.export.flashcards import flashcards

    return [card for station in edition.stations for card in flashcards(station)]


def _row(card: Flashcard) -> dict[str, Any]:
    """A card with its texts as plain ones; the evidence keeps its lines and stays markup."""
    row = asdict(card)
    for name in ("question", "choices", "key", "told"):
        row[name] = _text(row[name])
    row["evidence"] = str(card.evidence)
    row["wrong"] = [{"name": name, "why": _text(why)} for name, why in card.wrong]
    return row


def _text(value: Any) -> Any:
    if isinstance(value, Markup):
        return value.striptags()
    return [_text(each) for each in value]
