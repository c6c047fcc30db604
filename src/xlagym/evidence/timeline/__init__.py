"""Runs and schedules as rows of bars: what works, and what is in flight meanwhile.

Start at ``Timeline`` in ``timeline.py``; ``schedule.py`` makes one of a schedule.
"""
