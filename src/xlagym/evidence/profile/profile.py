"""A profile, read: its device, its rows of ops, its module events, and what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from xlagym.evidence.profile.formats.hlo_programs import HloProgram
from xlagym.evidence.profile.ops.op_track import DeviceKind, OpTrack
from xlagym.evidence.profile.runs.intervals import Picoseconds


@dataclass(frozen=True, slots=True)
class Device:
    """What the profile says that it was recorded on."""

    kind: DeviceKind | None
    """None where no plane says."""
    name: str
    """``TPU v6 Lite``, ``NVIDIA H200``; empty where not recorded."""
    chips: int
    """Device planes in the profile; 0 for a CPU, whose ops sit on the host's threads."""
    peak_flops: float | None = None
    """Peak of the device, FLOP/s, as the plane names it."""
    peak_hbm_bandwidth: float | None = None
    """Peak of its main memory, bytes/s, as the plane names it."""


@dataclass(frozen=True, slots=True)
class PlaneSummary:
    """A plane's name and lines, for a table of contents."""

    name: str
    lines: tuple[tuple[str, int], ...]
    """Each line's name and number of events, in the file's order."""

    @property
    def events(self) -> int:
        """Events in all."""
        return sum(count for _, count in self.lines)


@dataclass(frozen=True, slots=True, eq=False)
class ModuleEvents:
    """A chip's row of module events, in the events' own clock: they have no other."""

    plane: str
    names: tuple[str, ...]
    """Module name of each event, without the id."""
    program_id: tuple[int | None, ...]
    start_ps: Picoseconds
    duration_ps: Picoseconds


@dataclass(frozen=True, slots=True)
class Compiles:
    """Compiling that the host did inside the window, in the events' own clock."""

    count: int
    last_end_ps: int


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A profile, read."""

    form: Literal["xplane", "chrome"]
    size: int
    """Bytes of the file."""
    device: Device
    planes: tuple[PlaneSummary, ...]
    tracks: tuple[OpTrack, ...]
    """Rows of op events: one a chip on TPU, one a stream on GPU, one a thread on CPU."""
    modules: tuple[ModuleEvents, ...] = ()
    programs: Mapping[int, HloProgram] = field(default_factory=dict)
    """HLO that the profile carries, by program id."""
    compiles: Compiles | None = None
    warnings: tuple[str, ...] = ()
    """What the collector warned of. May hold the host's name."""
    errors: tuple[str, ...] = ()
    dropped_traces: int = 0
    """Events that a plane says it lost."""
    hostnames: tuple[str, ...] = ()
    """Never to be shown on a page."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """``jax_version``, ``jaxlib_version`` and the like, where recorded."""
    window_ns: int | None = None
    """How long the profiler ran, where recorded."""
    ends_whole: bool = True
    """Whether the plane that the profiler writes last is there."""

    @property
    def op_events(self) -> int:
        """Op events in all rows, timed or not."""
        return sum(track.op.size + int(track.untimed.sum()) for track in self.tracks)

    @property
    def tracks_by_plane(self) -> dict[str, list[OpTrack]]:
        """The rows of each plane that has any, in order."""
        found: dict[str, list[OpTrack]] = {}
        for track in self.tracks:
            found.setdefault(track.plane, []).append(track)
        return found

    def tracks_of(self, plane: str) -> tuple[OpTrack, ...]:
        """The rows of one plane."""
        return tuple(track for track in self.tracks if track.plane == plane)

    @property
    def op_planes(self) -> tuple[str, ...]:
        """Planes that have rows of ops, in order."""
        return tuple(dict.fromkeys(track.plane for track in self.tracks))
