"""Drill stations: one station kind a file, each (spec, store) to a Station."""
