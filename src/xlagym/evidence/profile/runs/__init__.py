"""Runs of a module in a profile: their envelopes, their bars, the median one.

Start at ``module_runs.py``.
"""
