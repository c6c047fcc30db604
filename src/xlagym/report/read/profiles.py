"""One profile, read: its health, its device, its ops, its runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.evidence.profile.health.faults import ProfileError, Verdict, Weight
from xlagym.report.given.inputs import Given

if TYPE_CHECKING:
    from xlagym.evidence.profile.ops.async_pairs import AsyncPairs
    from xlagym.evidence.profile.ops.device_ops import OpRow
    from xlagym.evidence.profile.profile import Profile
    from xlagym.evidence.profile.runs.module_runs import ModuleRuns

_HOME = re.compile(r"(?<![\w.])/(?:(?:home|Users)/[^/\s\"']+|root)/")
_KINDS = {"tpu": "TPU", "gpu": "GPU", "cpu": "CPU"}


@dataclass(slots=True, eq=False)
class ProfileReading:
    """What a report says of one profile."""

    file: str
    """As it was given."""
    profile: Profile | None
    """None where nothing could be read."""
    health: tuple[Verdict, ...]
    """What is wrong with it; nothing where all is well."""
    rows: tuple[OpRow, ...] = ()
    pairs: tuple[AsyncPairs, ...] = ()
    runs: tuple[ModuleRuns, ...] = ()
    not_opened: int = 0
    """Programs that ran, whose HLO it carries, and that the report doesn't look into."""

    @property
    def device(self) -> str:
        """The device's name, else its kind, else nothing."""
        if self.profile is None:
            return ""
        device = self.profile.device
        return device.name or _KINDS.get(device.kind or "", "")

    @property
    def planes(self) -> list[str]:
        """Names of its planes."""
        return [] if self.profile is None else [each.name for each in self.profile.planes]

    @property
    def quotable(self) -> bool:
        """Whether numbers may be quoted from it, with what is said of it beside them."""
        return self.profile is not None and all(
            each.weight is Weight.MARKED for each in self.health
        )

    def shown(self, text: str) -> str:
        """A text of the profile as a page may show it: without names of hosts and of people."""
        hosts = self.profile.hostnames if self.profile is not None else ()
        for host in sorted(filter(None, hosts), key=len, reverse=True):
            text = re.sub(rf"(?<![\w]){re.escape(host)}(?![\w])", "(host)", text)
        return _HOME.sub("~/", text)


def read_one(given: Given) -> ProfileReading:
    """Read and judge a profile; what can't be read at all has a verdict and nothing else."""
    # Only a profile needs numpy and protobuf: a text's report is there before they are.
    from xlagym.evidence.profile.health.health import health
    from xlagym.evidence.profile.ops.async_pairs import async_pairs
    from xlagym.evidence.profile.ops.device_ops import op_table
    from xlagym.evidence.profile.reading import read_profile
    from xlagym.evidence.profile.runs.module_runs import module_runs

    try:
        profile = read_profile(given.data)
        pairs = async_pairs(profile)
        runs = module_runs(profile, pairs)
        verdicts = health(profile, runs=runs)
        return ProfileReading(given.name, profile, verdicts, op_table(profile, pairs), pairs, runs)
    except ProfileError as error:
        return ProfileReading(given.name, None, (error.verdict,))
