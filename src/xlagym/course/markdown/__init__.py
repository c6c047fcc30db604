"""Markdown as chapters are written in, from text to HTML.

Start at ``markdown.py``.
"""
