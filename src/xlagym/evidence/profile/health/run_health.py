"""Whether there are steady runs of the traced module to take a median of, and its HLO."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from xlagym.evidence.profile.health.faults import Fault, Verdict, Weight
from xlagym.evidence.profile.profile import Profile
from xlagym.evidence.profile.runs.module_runs import ModuleRuns

_WARM_UP: Final = "Compile and run once or twice before jax.profiler.start_trace()."


def _main_runs(runs: Sequence[ModuleRuns]) -> tuple[ModuleRuns, ...]:
    """The runs on every chip of the module that took longest: the one that was traced."""

    def module(each: ModuleRuns) -> tuple[int | None, str]:
        return each.program_id, each.module

    took: dict[tuple[int | None, str], int] = {}
    for each in runs:
        length = sum(run.envelope_ps for run in each.runs)
        took[module(each)] = took.get(module(each), 0) + length
    if not took:
        return ()
    longest = max(took, key=lambda key: took[key])
    return tuple(each for each in runs if module(each) == longest)


def hlo_verdicts(profile: Profile, runs: Sequence[ModuleRuns]) -> Iterator[Verdict]:
    """The traced module's HLO, which a device's profile should carry."""
    main = _main_runs(runs)
    if profile.form != "xplane" or profile.device.kind == "cpu" or not main:
        return
    if main[0].program_id not in profile.programs:
        yield Verdict(
            Fault.NO_HLO,
            Weight.UNHEALTHY,
            f"The HLO of {main[0].module or 'the traced module'} is not in the profile, so its "
            "ops can't be told apart from those of another program.",
            "Keep HLO in the trace (ProfileOptions.enable_hlo_proto).",
        )


def run_verdicts(profile: Profile, runs: Sequence[ModuleRuns]) -> Iterator[Verdict]:
    """How many steady runs there are to take a median of."""
    main = _main_runs(runs)
    count = max((len(each.runs) for each in main), default=0)
    name = (main[0].module if main else "") or "the module"
    if not count:
        yield Verdict(
            Fault.NO_RUNS,
            Weight.UNHEALTHY,
            f"The runs of {name} can't be told apart.",
            "Nothing per run is shown; sums over the whole profile are.",
        )
        return
    steady = _steady(profile, main)
    if steady is not None and profile.compiles is not None:
        inside = f"{profile.compiles.count:,} compilations lie inside the window"
        if steady == 0:
            yield Verdict(
                Fault.WARM_UP_ONLY,
                Weight.UNHEALTHY,
                f"{inside}, and every run of {name} begins before the last of them ends.",
                _WARM_UP,
            )
            return
        yield Verdict(
            Fault.WARM_UP_INSIDE,
            Weight.MARKED,
            f"{inside}; {steady:,} of {count:,} runs of {name} begin after them.",
            _WARM_UP,
        )
    if count == 1:
        yield Verdict(
            Fault.ONE_RUN,
            Weight.MARKED,
            f"One run of {name} only: there is no spread, and it may be a lucky one.",
            "Trace several runs.",
        )


def _steady(profile: Profile, main: Sequence[ModuleRuns]) -> int | None:
    """Runs of the traced module that begin after the last compilation; None without any."""
    if profile.compiles is None:
        return None
    last = profile.compiles.last_end_ps
    events = [row for row in profile.modules if row.plane == main[0].plane]
    if events:  # Their clock is the host's; that of a TPU's ops is not.
        mine = [id_ == main[0].program_id for id_ in events[0].program_id]
        return int((events[0].start_ps[np.array(mine, np.bool_)] >= last).sum())
    return sum(run.start_ps >= last for run in main[0].runs)
