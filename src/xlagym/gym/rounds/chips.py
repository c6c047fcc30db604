"""Targets by the names that people read."""

from __future__ import annotations


def chip_name(target: str) -> str:
    """``TPU v6e`` for ``tpu-v6e``, and for ``tpu-v6e.run``, the same chip when a program ran."""
    family, _, rest = target.partition(".")[0].partition("-")
    return f"{family.upper()} {rest}" if rest else family.upper()
