"""Readings as a page or as JSON tells them.

Start at ``views.py`` for the page and ``summary.py`` for JSON.
"""
