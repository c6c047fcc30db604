"""What every station deals in: rounds, choices, exhibits, words.

Start at ``round.py``, then ``station.py``.
"""
