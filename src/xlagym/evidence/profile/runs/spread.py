"""The spread of a sample of times."""

from __future__ import annotations

import numpy as np

from xlagym.evidence.profile.runs.intervals import Picoseconds
from xlagym.evidence.timeline.spread import Spread

__all__ = ["Spread", "spread"]


def spread(values: Picoseconds) -> Spread | None:
    """The spread of ``values``; None where there are none, since not recorded is not zero."""
    if not values.size:
        return None
    low, lower, middle, upper, high = np.percentile(values, (0, 25, 50, 75, 100)).round()
    return Spread(values.size, int(low), int(lower), int(middle), int(upper), int(high))
