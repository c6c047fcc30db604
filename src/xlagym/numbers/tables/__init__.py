"""Tables of numbers that several pages show.

One table a file.
"""
