"""What the gym gives to other programs: its rounds as a deck for Anki and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from markupsafe import Markup

from xlagym.gym.export.anki import anki_deck
from xlagym.gym.export.flashcards import Flashcard, flashcards
from xlagym.gym.rounds.station import Station
from xlagym.keeping.kept import kept
from xlagym.site.assembly.edition import Edition
from xlagym.site.assembly.json_rows import json_rows


def exports(edition: Edition) -> dict[str, bytes]:
    """``gym/xlagym.apkg`` and ``gym/rounds.json``; kept until a round or a capture changes.

    Without captures there is nothing to ask about, so nothing to give.
    """
    if not edition.store.captures:
        return {}
    newest = max(capture.manifest.date for capture in edition.store.captures.values())
    return _exports(tuple(edition.stations), newest)


@kept(held=False)
def _exports(stations: tuple[Station, ...], newest: str) -> dict[str, bytes]:
    cards = [card for station in stations for card in flashcards(station)]
    return {
        "gym/xlagym.apkg": anki_deck(cards, newest),
        "gym/rounds.json": json_rows(map(_row, cards)),
    }


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
