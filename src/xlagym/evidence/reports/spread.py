"""The middle of several measurements and how far they lie apart: never one lucky run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Spread:
    """Order statistics of a sample, in the sample's own unit, rounded to whole ones."""

    count: int
    low: int
    lower_quartile: int
    median: int
    upper_quartile: int
    high: int


def spread(values: NDArray[np.int64]) -> Spread | None:
    """The spread of ``values``; None where there are none, since not recorded is not zero."""
    import numpy as np

    if not values.size:
        return None
    low, lower, middle, upper, high = np.percentile(values, (0, 25, 50, 75, 100)).round()
    return Spread(values.size, int(low), int(lower), int(middle), int(upper), int(high))
