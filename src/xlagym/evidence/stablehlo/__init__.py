"""StableHLO as JAX prints it: ops with their line, their types, their Python and their flow.

Start at ``StableModule`` in ``reader.py``.
"""
