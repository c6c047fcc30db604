"""The report as one self-contained HTML file.

Start at ``page.py``.
"""
