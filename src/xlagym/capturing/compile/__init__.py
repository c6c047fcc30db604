"""One compile, in a process of its own, and what it leaves behind.

Start at ``compile.py``; ``toolchain.py`` brings other versions of the compiler.
"""
