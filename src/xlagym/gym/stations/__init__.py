"""Kinds of stations, a folder each: its evidence, its rounds, its misreadings, its reveal.

Start at any ``station.py``; its ``build`` makes the station of a spec.
"""
