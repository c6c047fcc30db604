"""What authors write in ``numbers.yml``: numbers and claims by name.

Start at ``sheet.py``.
"""
