"""Where a profile's op events are, by device.

A TPU has one row of ops a chip, whose event metadata describes each op (``described_ops``). A
GPU's ops are the kernels on its stream lines, a CPU's the bars on the host's threads; both name
their op in a stat of the event, and the HLO that the profile carries says what it is
(``named_ops``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from xlagym.evidence.profile.formats.hlo_programs import HloProgram
from xlagym.evidence.profile.formats.xplane import Space
from xlagym.evidence.profile.ops.described_ops import described_ops
from xlagym.evidence.profile.ops.named_ops import named_ops
from xlagym.evidence.profile.ops.op_events import op_tracks_of
from xlagym.evidence.profile.ops.op_track import DeviceKind, OpTrack

HOST_PLANE: Final = "/host:CPU"


def device_kind(plane_name: str) -> DeviceKind | None:
    """``gpu`` or ``tpu`` for a device's plane, else None."""
    match = re.match(r"/device:(TPU|GPU):\d", plane_name)
    if match is None:
        return None
    return "tpu" if match[1] == "TPU" else "gpu"


def op_tracks(space: Space, programs: Mapping[int, HloProgram]) -> tuple[OpTrack, ...]:
    """All rows of op events; a CPU's threads only where no device has a row."""
    modules = {program.program_id: program.name for program in programs.values()}
    tracks: list[OpTrack] = []
    for plane in space.planes:
        kind = device_kind(plane.name)
        if kind == "tpu":
            rows = described_ops(plane, modules)
        elif kind == "gpu":
            rows = named_ops(plane, "gpu", programs)
        else:
            continue
        tracks += (track for events in rows for track in op_tracks_of(events))
    if not tracks and (host := space.plane(HOST_PLANE)):
        rows = named_ops(host, "cpu", programs)
        tracks += (track for events in rows for track in op_tracks_of(events))
    return tuple(tracks)
