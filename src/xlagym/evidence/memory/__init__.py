"""Where buffers live and when: the compiler's own reports, and the peak of each memory.

Start at ``reports.py``; ``peaks.py`` joins two of them.
"""
