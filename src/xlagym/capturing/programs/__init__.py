"""What is captured: the programs of ``labs/``, their variants, and the matrix that names them.

Start at ``matrix.py``.
"""
