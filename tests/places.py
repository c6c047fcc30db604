"""Where the parts of this checkout lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The checkout: what holds ``pyproject.toml``, ``content/`` and ``captures/``."""
