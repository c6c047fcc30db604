"""Flash cards as a deck for Anki: one subdeck a station, cards that keep their identity."""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from xlagym.gym.export.flashcards import Flashcard

_FIELDS = ("Question", "About", "Evidence", "Choices", "Answer", "Wrong", "Page")
_FRONT = (
    '<p class="about">{{About}}</p><h2>{{Question}}</h2>{{Choices}}<div class="evidence">'
    "{{Evidence}}</div>"
)
_BACK = '{{FrontSide}}<hr id="answer">{{Answer}}{{Wrong}}<p class="about">{{Page}}</p>'
_STYLE = """\
.card { font: 16px/1.5 sans-serif; text-align: left; max-width: 60rem; margin: 0 auto; }
h2 { font-size: 1.1em; }
pre, code { font-family: monospace; font-size: .85em; }
pre { overflow-x: auto; padding: .6em; border: 1px solid #8886; border-radius: 6px; }
table { border-collapse: collapse; font-size: .9em; }
td, th { text-align: left; padding: .2em .8em .2em 0; border-bottom: 1px solid #8884; }
.about { color: #888; font-size: .85em; }
"""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first date that a zip file can hold."""


def anki_deck(cards: Sequence[Flashcard], captured: str) -> bytes:
    """An ``.apkg`` of ``cards``; the same ones give the same bytes.

    ``captured`` is the date, ``2026-01-31``, that the cards are said to have been made on: that of
    the newest capture. A card is known by the id of its round, so a newer deck replaces it, and
    keeps what its reader has learned.
    """
    import genanki

    model = genanki.Model(
        _number("model"),
        "xlagym round",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "Round", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
    )
    decks: dict[int, Any] = {}
    for card in cards:
        name = f"xlagym::GYM·{card.station:02d} {card.title}"
        deck = decks.setdefault(card.station, genanki.Deck(_number(f"GYM {card.station}"), name))
        deck.add_note(
            genanki.Note(
                model,
                fields=_fields(card),
                guid=genanki.guid_for("xlagym", card.id),
                tags=[card.skill, f"GYM{card.station:02d}"],
            )
        )
    made = datetime.fromisoformat(captured).replace(tzinfo=UTC).timestamp()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deck.apkg"
        genanki.Package(list(decks.values())).write_to_file(str(file), timestamp=made)
        return _packed(file)


def _fields(card: Flashcard) -> list[str]:
    return [
        str(card.question),
        str(Markup("GYM·{:02d}, {}").format(card.station, card.about)),
        str(card.evidence),
        str(_list(card.choices)),
        str(Markup("").join(Markup("<p>{}</p>").format(each) for each in card.told)),
        str(_list(text for _, text in card.wrong)),
        card.page,
    ]


def _list(items: Iterable[Markup]) -> Markup:
    rows = Markup("").join(Markup("<li>{}</li>").format(each) for each in items)
    return Markup("<ul>{}</ul>").format(rows) if rows else Markup("")


def _number(name: str) -> int:
    """A number of 31 bits that stands for a name: Anki knows decks and models by such."""
    return int.from_bytes(hashlib.sha256(f"xlagym {name}".encode()).digest()[:4]) >> 1


def _packed(file: Path) -> bytes:
    """The package again, compressed, and without the moment of its making."""
    packed = io.BytesIO()
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(packed, "w") as target:
        for name in source.namelist():
            target.writestr(
                zipfile.ZipInfo(name, _EPOCH), source.read(name), zipfile.ZIP_DEFLATED, 9
            )
    return packed.getvalue()
