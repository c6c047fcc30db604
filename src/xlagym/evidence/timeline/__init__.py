"""Runs and schedules as rows of bars: what works, and what is in flight meanwhile.

Start at ``Timeline`` in ``timeline.py``; ``schedule.py`` makes one of a schedule, in which
``transfers.py`` finds every start and its done.
"""
