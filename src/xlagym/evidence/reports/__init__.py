"""Small reports beside a compile or a run: costs, forecasts, published figures, run records.

One reader a file; ``spread.py`` is how several measurements are told.
"""
