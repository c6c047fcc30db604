"""Pages of the site, one kind a file, each ``(Edition) -> Iterator[Plan]``.

``assembly/planning.py`` lists the kinds, and says which of them quote numbers.
"""
