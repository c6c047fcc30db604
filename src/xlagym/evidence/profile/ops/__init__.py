"""Rows of ops in a profile: named, timed, paired, and as tables.

Start at ``OpTrack`` in ``op_track.py``.
"""
