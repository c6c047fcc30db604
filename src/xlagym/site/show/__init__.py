"""Evidence as HTML: listings, highlighting, changes, figures, cards.

Start at ``listing.py``.
"""
