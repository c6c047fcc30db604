"""A kind of station that the project lacks: a folder under ``kinds`` and a spec, no more."""
