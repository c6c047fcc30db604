"""Values with units, and how they are written on pages.

Start at ``quantity.py``.
"""
