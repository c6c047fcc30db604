"""HLO text: modules, computations, instructions, shapes, and what follows from one text alone.

Start at ``Module`` in ``module.py``; ``reader.py`` fills it.
"""
