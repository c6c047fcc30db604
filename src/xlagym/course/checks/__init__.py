"""What the build refuses in prose: typed figures, bare comparisons, misleading characters.

Start at ``digits.py``.
"""
