"""A compile pass by pass: which ran, which changed the text, and what each change was.

Start at ``Passes`` in ``reader.py``; ``steps.py`` makes changes of it.
"""
