"""Texts before they mean anything: lines, brackets, textproto and MLIR as parsed.

Every other reader starts from here; ``lines.py`` and ``brackets.py`` first.
"""
