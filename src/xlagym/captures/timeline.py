"""What a capture's profile tells: the runs of its program, its ops in them, what was hidden."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from xlagym.evidence.profile.health.faults import ProfileError
from xlagym.evidence.profile.ops.async_pairs import AsyncPairs, async_pairs
from xlagym.evidence.profile.ops.op_times import OpTimes, op_times
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.runs.intervals import Cover, Picoseconds, union
from xlagym.evidence.profile.runs.module_runs import ModuleRuns, module_runs
from xlagym.inputs.problems import Problem, ProblemError


@dataclass(frozen=True, slots=True, eq=False)
class CaptureRuns:
    """The runs of a capture's program on the first chip that ran it. Picoseconds throughout."""

    profile: Profile
    runs: ModuleRuns
    ops: tuple[OpTimes, ...]
    """The longest self time first."""
    pairs: tuple[AsyncPairs, ...]
    """What ran in the background on that chip for this program."""
    compute: Cover
    """Compute of the whole chip."""

    @property
    def hidden_ps(self) -> Picoseconds:
        """Per run the time with something in flight and compute above it: a union, no sum."""
        none = np.zeros(0, np.int64)
        flights = union(
            np.concatenate([none, *(pair.start_ps for pair in self.pairs)]),
            np.concatenate([none, *(pair.end_ps for pair in self.pairs)]),
        )
        start = np.array([run.start_ps for run in self.runs.runs], np.int64)
        end = np.array([run.end_ps for run in self.runs.runs], np.int64)
        bare = flights.without(self.compute)
        hidden: Picoseconds = flights.between(start, end) - bare.between(start, end)
        return hidden

    def op(self, name: str) -> OpTimes | None:
        """The times of the op of that name, None where the profile has none."""
        return next((each for each in self.ops if each.op.name == name), None)


def timeline_of(profile: Profile, module: str, shown: str) -> CaptureRuns:
    """Return the timeline of ``module`` (``jit_…``) in ``profile``; ``shown`` names its file.

    Raises ProblemError where the profile has no run of it.
    """
    pairs = async_pairs(profile)
    runs = [each for each in module_runs(profile, pairs) if each.module == module and each.runs]
    if not runs:
        raise ProblemError(
            Problem(
                shown,
                f"no run of {module} can be told apart in it",
                "record it again: compile before the window, and block on every run",
                rule="profile",
            )
        )
    first = runs[0]
    key = (first.program_id, first.module)
    covers = [track.compute for track in profile.tracks_of(first.plane)]
    return CaptureRuns(
        profile=profile,
        runs=first,
        ops=op_times(profile, first),
        pairs=tuple(pair for pair in pairs if pair.plane == first.plane and pair.op.key[:2] == key),
        compute=union(
            np.concatenate([cover.start for cover in covers]),
            np.concatenate([cover.end for cover in covers]),
        ),
    )


def unreadable(error: ProfileError, shown: str) -> ProblemError:
    """The error for a profile that can't be read at all."""
    verdict = error.verdict
    return ProblemError(Problem(shown, verdict.message, verdict.advice, rule="profile"))
