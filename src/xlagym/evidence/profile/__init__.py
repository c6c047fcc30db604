"""Profiles: what a machine recorded of a program's run.

``examine`` reads and judges one; from the ``Profile`` come ``op_table``, ``async_pairs`` and
``module_runs``. It takes bytes or a binary stream, and all times are picoseconds.
"""

from xlagym.evidence.profile.formats.hlo_programs import HloProgram
from xlagym.evidence.profile.health.faults import Fault, ProfileError, Verdict, Weight
from xlagym.evidence.profile.health.health import Examination, examine, health
from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.ops.device_ops import OpRow, op_table, over_chips
from xlagym.evidence.profile.ops.op import Op, Role
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Device, Profile
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import ModuleRun, ModuleRuns, each_module, module_runs
from xlagym.evidence.profile.runs.spread import Spread, spread

__all__ = [
    "AsyncPairs",
    "Device",
    "Examination",
    "Fault",
    "HloProgram",
    "ModuleRun",
    "ModuleRuns",
    "Op",
    "OpRow",
    "OpTrack",
    "Profile",
    "ProfileError",
    "Role",
    "Spread",
    "Verdict",
    "Weight",
    "async_pairs",
    "each_module",
    "examine",
    "health",
    "module_runs",
    "op_table",
    "over_chips",
    "read_profile",
    "spread",
]
