"""One compile, in a process of its own, and what it leaves behind.

Start at ``compile.py``: what it compiles is named by a ``Job`` (``programs/lower.py``) or a
``UserFunction`` (``user_program/lower.py``). ``toolchain.py`` brings other compilers.
"""
