"""From a project to a site: read, plan, render, check, swap in.

Start at ``build.py``; ``edition.py`` is all that is read.
"""
