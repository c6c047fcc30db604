"""What is computed once and kept: by what was read for it, noted as it is read.

A function with ``@kept`` (``kept.py``) is computed where its arguments, the code, or anything that
it has read are other than they were. Handles of what can be read (a capture, the texts of a
project) note every reading; nobody writes a key. Start at ``keeper.py``.
"""
