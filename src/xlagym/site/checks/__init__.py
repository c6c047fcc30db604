"""Checks over finished pages: links, ids, alternative texts, weights.

One check a file.
"""
