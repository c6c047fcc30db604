"""What every station deals in: rounds, choices, exhibits, words.

Start at ``station.py``; ``drill.py`` is the form of most stations.
"""
