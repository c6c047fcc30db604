"""What is captured on: chips and pods that need not be there, and the device that is.

Start at ``targets.py``.
"""
