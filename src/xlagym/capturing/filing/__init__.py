"""From what a compile or a lab left to folders of the store.

Start at ``request.py``, what ``xlagym capture`` does; ``importing.py`` files what others made.
"""
