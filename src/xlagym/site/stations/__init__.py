"""How stations are shown: what their templates are given.

Start at ``views.py``.
"""
