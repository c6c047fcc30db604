"""One run under the profiler, in a process of its own, and XProf's view of it.

Start at ``trace.py``.
"""
