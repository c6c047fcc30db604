"""The report as JSON: ``{"modules": […], "profiles": […]}``, the same keys every time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from xlagym.report.read.counts import ModuleCounts
from xlagym.report.read.profiles import ProfileReading

if TYPE_CHECKING:
    from xlagym.evidence.profile.ops.device_ops import OpRow

MODULE_KEYS = (
    "name",
    "computations",
    "instructions",
    "fusions",
    "launched",
    "kinds",
    "kernels",
    "collectives",
    "spills",
)


def summary(modules: Sequence[ModuleCounts], profiles: Sequence[ProfileReading]) -> str:
    """Return the JSON text. What is not known or not recorded is null, which is not zero."""
    whole = {
        "modules": [{key: getattr(each, key) for key in MODULE_KEYS} for each in modules],
        "profiles": [_profile(each) for each in profiles],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _profile(reading: ProfileReading) -> dict[str, Any]:
    return {
        "file": reading.file,
        "device": reading.device,
        "planes": reading.planes,
        "health": [str(verdict) for verdict in reading.health],
        "ops": [_op(row) for row in reading.rows],
    }


def _op(row: OpRow) -> dict[str, Any]:
    return {
        "name": row.op.name,
        "module": row.op.module,
        "plane": row.plane,
        "occurrences": row.occurrences,
        "total_ps": row.total_ps,
        "self_ps": row.self_ps,
        "hidden_ps": row.hidden_ps,
        "exposed_ps": row.exposed_ps,
    }
