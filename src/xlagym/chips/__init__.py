"""Every chip that the course knows, each once: a new chip is one entry of ``table.py``.

Start at ``chip.py``, which says what an entry holds; ``names.py`` reads the names of targets.
"""
