"""What became of every StableHLO op, where every instruction comes from, who carries what.

Start at ``origins.py``; ``join.py`` pairs the lines, ``vanishing.py`` finds the pass,
``carriers.py`` follows the big intermediate.
"""
