"""The distinct values of an array, and which element is which."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def distinct(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct values in order, and each element's index among them.

    The same as ``np.unique`` with its inverse, without a sort where the values are small.
    """
    if values.size and values.min() >= 0 and values.max() < 4 * values.size + 1024:
        seen = np.zeros(int(values.max()) + 1, np.bool_)
        seen[values] = True
        found = np.flatnonzero(seen)
        place = np.cumsum(seen) - 1
        return found, place[values]
    found, inverse = np.unique(values, return_inverse=True)
    return found, inverse
