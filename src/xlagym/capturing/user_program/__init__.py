"""Anybody's function, compiled for chips that need not be there.

Start at ``ask.py``; only a child process runs ``file.py``.
"""
