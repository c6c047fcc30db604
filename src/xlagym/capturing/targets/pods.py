"""Targets by any name that a command line may give: one chip of the table, or a slice of a pod."""

from __future__ import annotations

import math
import re

from xlagym.capturing.targets.targets import TARGETS, Target

_POD = re.compile(r"tpu-(v4|v5e|v5p|v6e|7x)-(\d{1,3}(?:x\d{1,3}){1,2})")
COMPILED = tuple(name for name, target in TARGETS.items() if not target.runs)
"""Names of the targets that need no device."""
_TOPOLOGY = {"7x": "tpu7x"}
_ACCELERATOR = {"v4": "v4", "v5e": "v5litepod", "v5p": "v5p", "v6e": "v6e", "7x": "tpu7x"}
_CORES = frozenset({"v4", "v5p", "7x"})
"""Generations whose accelerator names count cores, two a chip."""


def target_of(name: str) -> Target | None:
    """The target called ``tpu-v6e``, or ``tpu-v6e-2x4`` for eight chips; None for other names.

    Only those that are compiled for without the device: a function is run nowhere.
    """
    if name in COMPILED:
        return TARGETS[name]
    pod = _POD.fullmatch(name)
    if pod is None:
        return None
    generation, shape = pod[1], pod[2]
    chips = math.prod(map(int, shape.split("x")))
    count = 2 * chips if generation in _CORES else chips
    topology = f"{_TOPOLOGY.get(generation, generation)}:{shape}"
    return Target(name, topology, f"{_ACCELERATOR[generation]}-{count}")
