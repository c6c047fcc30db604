"""What ``xlagym xray`` is given: files told by their content, matched to modules.

Start at ``inputs.py``.
"""
