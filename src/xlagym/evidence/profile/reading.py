"""From bytes to a ``Profile``, whichever form they have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from xlagym.evidence.profile.formats.chrome_trace import read_chrome_trace
from xlagym.evidence.profile.formats.form import SIZE_LIMIT, form_of, take_bytes
from xlagym.evidence.profile.formats.hlo_programs import hlo_programs, split_module_name
from xlagym.evidence.profile.formats.xplane import Plane, ProfileLine, Space, line_groups
from xlagym.evidence.profile.formats.xspace import read_xplane
from xlagym.evidence.profile.ops.distinct import distinct
from xlagym.evidence.profile.ops.op_rows import HOST_PLANE, device_kind, op_tracks
from xlagym.evidence.profile.ops.op_track import OpTrack
from xlagym.evidence.profile.profile import Compiles, Device, ModuleEvents, PlaneSummary, Profile

if TYPE_CHECKING:
    from typing import BinaryIO

_MODULES_LINE: Final = "XLA Modules"
_METADATA_PLANE: Final = "/host:metadata"
_ENVIRONMENT_PLANE: Final = "Task Environment"
# Compiling as the host's own events name it; names that begin with $ are Python's frames.
_COMPILE: Final = re.compile(r"(?!\$).*(?:\b|_)[Cc]ompile(?:\b|_|[A-Z])")
_DROPPED: Final = "dropped_traces"


def read_profile(source: bytes | BinaryIO, limit: int = SIZE_LIMIT) -> Profile:
    """Read a profile: an ``.xplane.pb``, or as a poorer second form a ``.trace.json.gz``.

    Args:
        source: the file's bytes, or a binary stream of them.
        limit: refuse more bytes than this, unpacked.

    Raises:
        ProfileError: when nothing can be read; its verdict says why and what to do.
    """
    data = take_bytes(source, limit)
    if form_of(data) == "chrome":
        return read_chrome_trace(data, limit)
    space = read_xplane(data, limit)
    del data  # Protobuf has made its own copy; a stream's bytes are free from here on.
    return profile_of(space)


def profile_of(space: Space) -> Profile:
    """Digest an XSpace: its rows of ops, its module events, its device, what it warns of.

    Raises:
        ProfileError: when a line's events can't be read.
    """
    programs = hlo_programs(space)
    tracks = op_tracks(space, programs)
    metadata = space.plane(_METADATA_PLANE)
    environment = space.plane(_ENVIRONMENT_PLANE)
    return Profile(
        form="xplane",
        size=space.size,
        device=_device(space, tracks),
        planes=tuple(
            PlaneSummary(plane.name, tuple((line.name, len(line.events)) for line in plane.lines))
            for plane in space.planes
        ),
        tracks=tracks,
        modules=tuple(_module_events(space)),
        programs=programs,
        compiles=_compiles(space),
        warnings=space.warnings,
        errors=space.errors,
        dropped_traces=_dropped(space),
        hostnames=space.hostnames,
        versions=_versions(metadata),
        window_ns=_window_ns(environment),
        ends_whole=environment is not None,
    )


def _device(space: Space, tracks: tuple[OpTrack, ...]) -> Device:
    """What the planes say of the device."""
    planes = [plane for plane in space.planes if device_kind(plane.name)]
    if not planes:
        return Device("cpu" if tracks else None, "", 0)
    stats = planes[0].stats
    names = (stats.get(key) for key in ("device_type_string", "gpu_device_name", "device_vendor"))
    flops = stats.get("peak_teraflops_per_second")
    gigabytes = stats.get("peak_hbm_bw_gigabytes_per_second")  # On a TPU's plane.
    bandwidth = stats.get("memory_bandwidth")  # On a GPU's, in bytes.
    return Device(
        kind=device_kind(planes[0].name),
        name=next((name for name in names if isinstance(name, str)), ""),
        chips=len({plane.name.partition(" ")[0] for plane in planes}),
        peak_flops=flops * 1e12 if isinstance(flops, float) else None,
        peak_hbm_bandwidth=gigabytes * 1e9
        if isinstance(gigabytes, float)
        else bandwidth
        if isinstance(bandwidth, int)
        else None,
    )


def _module_events(space: Space) -> Iterator[ModuleEvents]:
    """The rows of module events of all chips."""
    for plane in space.planes:
        line = plane.line(_MODULES_LINE) if device_kind(plane.name) else None
        if line is not None and line.events:
            yield _module_row(plane, line)


def _module_row(plane: Plane, line: ProfileLine) -> ModuleEvents:
    """One chip's module events, sorted by start."""
    columns = line.columns()
    start = columns.offset_ps + line.ahead_ns * 1000
    order = np.argsort(start, kind="stable")
    kinds = [plane.event_kinds.get(int(id_)) for id_ in columns.metadata_id[order]]
    split = [split_module_name(kind.name if kind else "") for kind in kinds]
    return ModuleEvents(
        plane=plane.name,
        names=tuple(name for name, _ in split),
        program_id=tuple(program_id for _, program_id in split),
        start_ps=start[order],
        duration_ps=columns.duration_ps[order],
    )


def _compiles(space: Space) -> Compiles | None:
    """Compile events on the host's threads, None where there are none."""
    plane = space.plane(HOST_PLANE)
    if plane is None:
        return None
    compiling = {id_ for id_, kind in plane.event_kinds.items() if _COMPILE.match(kind.name)}
    if not compiling:
        return None
    count, last = 0, 0
    for group in line_groups(plane.lines):
        columns = group.columns()
        ids, code = distinct(columns.metadata_id)
        here = np.flatnonzero(np.array([int(id_) in compiling for id_ in ids], np.bool_)[code])
        if here.size:
            line = group.line_of_event
            start = group.own_start_ps(
                columns.offset_ps[here], None if line is None else line[here]
            )
            end = start + columns.duration_ps[here]
            count, last = count + here.size, max(last, int(end.max()))
    return Compiles(count, last) if count else None


def _dropped(space: Space) -> int:
    """Events that the planes say they lost."""
    counts = (plane.stats.get(_DROPPED, 0) for plane in space.planes)
    return sum(count for count in counts if isinstance(count, int))


def _versions(metadata: Plane | None) -> dict[str, str]:
    """Version stats of the metadata plane, by name."""
    stats = metadata.stats if metadata else {}
    return {
        name: value
        for name, value in stats.items()
        if name.endswith("_version") and isinstance(value, str)
    }


def _window_ns(environment: Plane | None) -> int | None:
    """How long the profiler ran, where it says when it started and stopped."""
    stats = environment.stats if environment else {}
    start, stop = stats.get("profile_start_time"), stats.get("profile_stop_time")
    if isinstance(start, int) and isinstance(stop, int) and stop >= start:
        return stop - start
    return None
