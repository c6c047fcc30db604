"""What would change with another toolchain: decisions, numbers, claims.

Start at ``drift.py``.
"""
