"""Whether a profile may be quoted, in words for the person who recorded it.

Start at ``health.py``; ``faults.py`` names what can be wrong.
"""
