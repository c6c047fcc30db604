"""What became of every StableHLO op, and where every instruction comes from.

Start at ``origins.py``; ``join.py`` pairs the lines, ``vanishing.py`` finds the pass.
"""
