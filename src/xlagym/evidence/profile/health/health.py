"""Whether a profile may be quoted, in words for the person who recorded it.

What is asked for depends on the device: a TPU or GPU run needs a device plane, ops, runs of its
modules and the HLO of the traced one; a CPU run needs op events on the host's threads. No message
holds a host's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from xlagym.evidence.profile.formats.form import SIZE_LIMIT
from xlagym.evidence.profile.health.faults import Fault, ProfileError, Verdict, Weight
from xlagym.evidence.profile.health.run_health import hlo_verdicts, run_verdicts
from xlagym.evidence.profile.ops.op_rows import device_kind
from xlagym.evidence.profile.ops.op_track import DeviceKind
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import ModuleRuns, module_runs

if TYPE_CHECKING:
    from typing import BinaryIO

_DROPPED: Final = re.compile(r"(\d+) events? dropped because ([^;.]+)")
_TRACE_AGAIN: Final = "Record it again with fewer steps in the window."


@dataclass(frozen=True, slots=True)
class Examination:
    """What came of trying to read a profile."""

    profile: Profile | None
    """None where a fault was fatal."""
    verdicts: tuple[Verdict, ...]

    @property
    def healthy(self) -> bool:
        """Whether numbers may be quoted from it, marked or not."""
        return all(verdict.weight is Weight.MARKED for verdict in self.verdicts)


def examine(
    source: bytes | BinaryIO, expected: DeviceKind | None = None, limit: int = SIZE_LIMIT
) -> Examination:
    """Read a profile and judge it; never raises over what is in it.

    Args:
        source: the file's bytes, or a binary stream of them.
        expected: the device it should have been recorded on, where that is known.
        limit: refuse more bytes than this.
    """
    try:
        profile = read_profile(source, limit)
    except ProfileError as error:
        return Examination(None, (error.verdict,))
    return Examination(profile, health(profile, expected))


def health(
    profile: Profile,
    expected: DeviceKind | None = None,
    runs: Sequence[ModuleRuns] | None = None,
) -> tuple[Verdict, ...]:
    """What is wrong with a profile that could be read; nothing where all is well.

    Args:
        profile: what was read.
        expected: the device it should have been recorded on, where that is known.
        runs: the profile's module runs, where they have been told apart already.
    """
    runs = module_runs(profile) if runs is None else runs
    verdicts = [
        *_device(profile, expected),
        *_losses(profile),
        *_hosts(profile),
        *_clocks(profile),
    ]
    if profile.tracks:
        verdicts += [*hlo_verdicts(profile, runs), *run_verdicts(profile, runs)]
    return tuple(verdicts)


def _device(profile: Profile, expected: DeviceKind | None) -> Iterator[Verdict]:
    """A device plane that is missing, or that has no ops."""
    if expected in ("tpu", "gpu") and profile.device.kind != expected:
        found = f"a {profile.device.kind.upper()}'s" if profile.device.kind else "no device's"
        yield Verdict(
            Fault.NO_DEVICE,
            Weight.UNHEALTHY,
            f"No /device:{expected.upper()} plane: the profile has {found} ops only.",
            f"Check that jax.devices() lists the {expected.upper()} in the process that traces.",
        )
        return
    if profile.tracks:
        yield from _chips_without_ops(profile)
    elif profile.device.chips:
        yield Verdict(
            Fault.OPS_MISSING,
            Weight.UNHEALTHY,
            f"{profile.device.chips} device planes and not one op event.",
            "Block on the result inside the trace, and keep device tracing on "
            "(ProfileOptions.device_tracer_level).",
        )
    else:
        yield Verdict(
            Fault.NO_DEVICE,
            Weight.UNHEALTHY,
            "No device plane, and no op events on the host's threads either.",
            "Run the program inside the trace, and block on its result before the trace ends.",
        )


def _chips_without_ops(profile: Profile) -> Iterator[Verdict]:
    """Chips that ran something and have no ops."""
    with_ops = set(profile.op_planes)
    for plane in profile.planes:
        if device_kind(plane.name) and plane.events and plane.name not in with_ops:
            yield Verdict(
                Fault.OPS_MISSING,
                Weight.UNHEALTHY,
                f"Plane {plane.name} has {plane.events:,} events and not one op.",
                _TRACE_AGAIN,
            )


def _losses(profile: Profile) -> Iterator[Verdict]:
    """What the collector lost, or the file."""
    reasons = [match for warning in profile.warnings for match in _DROPPED.finditer(warning)]
    lost = profile.dropped_traces + sum(int(match[1]) for match in reasons)
    if lost or any("dropped" in warning for warning in profile.warnings):
        why = f" ({'; '.join(sorted({match[2].strip() for match in reasons}))})" if reasons else ""
        count = f"{lost:,} events" if lost else "events"
        yield Verdict(
            Fault.DROPPED,
            Weight.UNHEALTHY,
            f"The profiler dropped {count}{why}: counts and sums are too small.",
            _TRACE_AGAIN,
        )
    for error in profile.errors:
        for name in profile.hostnames:
            error = error.replace(name, "(host)") if name else error
        yield Verdict(
            Fault.COLLECTOR_ERROR,
            Weight.UNHEALTHY,
            f"The profiler reported an error: {error}",
            "Record it again once that is mended.",
        )
    if not profile.ends_whole:
        yield Verdict(
            Fault.TRUNCATED,
            Weight.MARKED,
            "The plane that the profiler writes last (Task Environment) is missing: the file may "
            "have been cut just after another plane.",
            "Compare its size with the original's.",
        )
    if profile.form == "chrome":
        yield Verdict(
            Fault.POORER_FORM,
            Weight.MARKED,
            "A Chrome trace: program ids, flops, HLO and the device's name are not recorded in "
            "it, and a viewer's limit may have dropped events.",
            "Give the .xplane.pb beside it.",
        )


def _hosts(profile: Profile) -> Iterator[Verdict]:
    """More than one host in one file."""
    hosts = len(set(profile.hostnames))
    names = [plane.name for plane in profile.planes if device_kind(plane.name)]
    twice = len(names) != len(set(names))
    if hosts > 1 or twice:
        how = "and planes of the same name are added together" if twice else "in one file"
        yield Verdict(
            Fault.SEVERAL_HOSTS,
            Weight.UNHEALTHY if twice else Weight.MARKED,
            f"The profile comes from {max(hosts, 2)} hosts, {how}.",
            "Give each host's .xplane.pb by itself.",
        )


def _clocks(profile: Profile) -> Iterator[Verdict]:
    """Ops without a time in the clock that the others have."""
    untimed = sum(int(track.untimed.sum()) for track in profile.tracks)
    if untimed:
        yield Verdict(
            Fault.MIXED_CLOCKS,
            Weight.MARKED,
            f"{untimed:,} of {profile.op_events:,} op events have no usable time in the clock of "
            "the others: they are counted, and left out of every sum of times.",
            "Divide sums by the timed occurrences, not by all.",
        )
