"""Profiles: what a machine recorded of a program's run; all times are picoseconds.

Start at ``Profile`` in ``profile.py``; ``reading.py`` makes one of bytes, ``health/`` judges it,
``ops/`` and ``runs/`` are what follows from it.
"""
