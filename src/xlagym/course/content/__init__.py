"""What authors write: chapters, glossary, sources, labs, the site's own list.

Start at ``chapter.py``; ``library.py`` is what a chapter may ask for.
"""
