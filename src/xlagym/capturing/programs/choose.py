"""Which jobs of the matrix a command is about: those that compile alone, or those that run here."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xlagym.capturing.job import Job
from xlagym.capturing.targets.device import fitting
from xlagym.inputs.problems import Problem, ProblemError


def chosen(
    jobs: Sequence[Job], patterns: Sequence[str], trace: bool, runs: int
) -> tuple[list[Job], dict[str, str]]:
    """Return the jobs to do, and for each that this machine can't do, why not, by id.

    Raises ProblemError where ``patterns`` name only what the command doesn't do: something to run
    without ``trace``, or something to compile alone with it.
    """
    mine = [replace(job, runs=runs) for job in jobs if job.on.runs is trace]
    if patterns and jobs and not mine:
        raise ProblemError(_wrong(jobs[0], trace))
    if not trace or not mine:
        return mine, {}
    here = here_or_why(mine)
    if any(pattern in here for pattern in patterns):
        # Asked for by its whole name: let it fail, with the device's own words.
        return mine, {}
    return [job for job in mine if not here[job.id]], {id: why for id, why in here.items() if why}


def here_or_why(jobs: Sequence[Job]) -> dict[str, str]:
    """Return, by id, ``""`` for each job whose device is in this machine, else what it lacks."""
    with tempfile.TemporaryDirectory(prefix="xlagym-device-") as work:
        found = fitting({job.target for job in jobs}, Path(work))
    return {job.id: found[job.target] for job in jobs}


def _wrong(job: Job, trace: bool) -> Problem:
    if trace:
        message = f"'{job.id}' is compiled, not run"
        advice = f"leave out --trace; programs run on targets that end in .run: {job.variant}@…"
    else:
        message = f"'{job.id}' runs on a device"
        advice = f"xlagym capture --trace {job.id}, on a machine that has one"
    return Problem("labs/matrix.yml", message, advice, rule="capture")
