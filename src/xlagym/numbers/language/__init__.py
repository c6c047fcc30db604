"""The language of expressions: its grammar, names, operators, functions and units.

Start at ``expression.py``; ``evaluation.py`` computes.
"""
