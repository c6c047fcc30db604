"""Small reports beside a compile or a run: costs, forecasts, published figures, run records.

One reader a file.
"""
