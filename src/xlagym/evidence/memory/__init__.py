"""Where buffers live and when: the compiler's own reports, and the peak of each memory.

Start at ``live_ranges.py`` and ``buffer_assignment.py``; ``peaks.py`` joins the two.
"""
