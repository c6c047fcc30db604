"""Anybody's function, to be compiled for chips that need not be there.

Start at ``function.py``; only a child process runs ``lower.py``.
"""
