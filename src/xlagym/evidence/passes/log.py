"""The CPU compiler's log of its passes: every pass that ran, in order, by name alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.evidence.text.lines import Lines

_PASS = re.compile(r"^ +HLO pass (.+)$")
_PIPELINE = re.compile(r"^Running HLO pass pipeline on module \S+: (.+)$")


@dataclass(frozen=True, slots=True)
class Logged:
    """One run of a pass, or of a pipeline within another one."""

    line: int
    """1-based, in the log."""
    name: str


@dataclass(frozen=True, slots=True)
class PassLog:
    """What a log says."""

    runs: tuple[Logged, ...]
    pipelines: frozenset[str]
    """Names of pipelines; those that ran within others are among the runs, too."""


def read_pass_log(text: str) -> PassLog:
    """Read the log that a capture keeps. Lines of another form are passed over."""
    runs = []
    pipelines = set()
    for number, line in enumerate(Lines(text), start=1):
        if match := _PASS.match(line):
            runs.append(Logged(number, match[1]))
        elif match := _PIPELINE.match(line):
            pipelines.add(match[1])
    return PassLog(tuple(runs), frozenset(pipelines))
