"""Rounds as flash cards, and as a deck for Anki that is read back through sqlite."""

from __future__ import annotations

import io
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest
from markupsafe import Markup

from xlagym.gym.export.anki import anki_deck
from xlagym.gym.export.flashcards import Flashcard, flashcards
from xlagym.gym.rounds.exhibits import Excerpt, Table
from xlagym.gym.rounds.station import Station


@pytest.fixture(scope="module")
def cards(station: Station, timelines: Station) -> list[Flashcard]:
    return [*flashcards(station), *flashcards(timelines)]


def notes(deck: bytes, folder: Path) -> list[tuple[str, list[str], str]]:
    """Identity, fields and tags of each note of a package."""
    with zipfile.ZipFile(io.BytesIO(deck)) as package:
        package.extract("collection.anki2", folder)
    with sqlite3.connect(folder / "collection.anki2") as collection:
        rows = collection.execute("select guid, flds, tags from notes order by id").fetchall()
    return [(guid, fields.split("\x1f"), tags) for guid, fields, tags in rows]


def test_every_round_is_a_card(
    cards: list[Flashcard], station: Station, timelines: Station
) -> None:
    rounds = [each.id for each in (*station.rounds, *timelines.rounds)]
    assert [card.id for card in cards] == rounds


def test_a_card_needs_no_page(cards: list[Flashcard]) -> None:
    for card in cards:
        texts = (card.question, card.evidence, *card.told, *(why for _, why in card.wrong))
        assert not any(re.search(r"<(a|button)\b", text) for text in texts)
        assert card.evidence.count("\n") + card.evidence.count("<tr>") > 3


def test_the_seed_as_a_card(cards: list[Flashcard]) -> None:
    (card,) = [each for each in cards if each.id == "07/attention-s1024@tpu-v6e/carry"]
    assert card.key == (Markup("<code>%fusion</code>"),)
    assert "ENTRY %main" in card.evidence
    assert "FileNames" not in card.evidence
    assert card.page == "/gym/07-fusion-xray/attention-s1024/tpu-v6e/#carry"


def test_the_deck_reads_back(cards: list[Flashcard], tmp_path: Path) -> None:
    deck = anki_deck(cards, "2026-11-29")
    read = notes(deck, tmp_path)
    assert len(read) == len(cards) == len({guid for guid, _, _ in read})
    for (_, fields, tags), card in zip(read, cards, strict=True):
        assert fields[0] == str(card.question)
        assert card.told[0] in fields[4]
        assert card.skill in tags.split()
        assert fields[6] == card.page


def test_the_same_cards_give_the_same_bytes(cards: list[Flashcard]) -> None:
    assert anki_deck(cards, "2026-11-29") == anki_deck(cards, "2026-11-29")


def test_a_changed_card_keeps_its_identity(cards: list[Flashcard], tmp_path: Path) -> None:
    first = notes(anki_deck(cards[:2], "2026-11-29"), tmp_path)
    second = notes(anki_deck(cards[1:3], "2027-01-01"), tmp_path)
    assert first[1][0] == second[0][0]


def test_hostile_names_stay_text() -> None:
    lines = Excerpt("HLO", "c", "optimized.hlo", ((1, "%<script>x = f32[] add()"),))
    assert "&lt;script&gt;" in lines.plain()
    table = Table("T", ("<b>",), (("<i>", Markup("<code>a</code>")),))
    assert "&lt;b&gt;" in table.plain() and "&lt;i&gt;" in table.plain()
    assert "<code>a</code>" in table.plain()
