"""Rounds that leave the site: flash cards, and a deck for Anki.

Start at ``flashcards.py``.
"""
