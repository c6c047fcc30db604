"""The middle of several measurements and how far they lie apart: never one lucky run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """Order statistics of a sample, in the sample's own unit, rounded to whole ones."""

    count: int
    low: int
    lower_quartile: int
    median: int
    upper_quartile: int
    high: int
