"""Run one job on this machine's device under the profiler, in a process of its own.

``python -m xlagym.capturing.run.trace JOB FOLDER`` compiles as ``capturing.compile`` does and
leaves the same texts, then runs what it compiled: warm-up first, then the window. What it leaves
besides: ``profile/…xplane.pb`` and ``timed.json``.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from xlagym.capturing.child import leave_problems
from xlagym.capturing.compile.compile import make
from xlagym.capturing.job import Job
from xlagym.capturing.targets.device import device_name, present
from xlagym.inputs.problems import Problem, ProblemError

PROFILE_FOLDER = "profile"
WARM_UP = 3
"""Runs before the window opens: the first touches memory, loads the program, raises the clock."""
_BLOCK = 1 << 20
"""Random values that are drawn; larger arrays repeat them."""


@dataclass(frozen=True, slots=True)
class Timed:
    """What the runs told the host; ``timed.json``."""

    device: str
    warm_up: int
    host_ns: list[int]

    @staticmethod
    def read(folder: Path) -> Timed:
        """Read what the runs in ``folder`` left."""
        return Timed(**json.loads((folder / "timed.json").read_text()))


def trace(job: Job, folder: Path) -> Timed:
    """Compile ``job`` outside the window, warm up, run it ``job.runs`` times inside."""
    executable = make(job, folder)
    if executable is None:
        raise ProblemError(
            Problem(
                job.id,
                "the compiler refused the program, so it can't run",
                "choose a variant that fits the device",
                rule="capture",
            )
        )
    device = present(job.on)
    arguments = [value(aval, at, device) for at, aval in enumerate(_avals(executable))]
    host_ns = run_traced(executable, arguments, job.runs, folder / PROFILE_FOLDER)
    timed = Timed(device_name(device), WARM_UP, host_ns)
    (folder / "timed.json").write_text(json.dumps(asdict(timed)), encoding="utf-8")
    return timed


def run_traced(executable: Any, arguments: list[Any], runs: int, folder: Path) -> list[int]:
    """Run ``executable``, first unseen, then traced into ``folder``; nanoseconds of each run."""
    import jax

    for _ in range(WARM_UP):
        jax.block_until_ready(executable(*arguments))  # type: ignore[no-untyped-call]
    options = jax.profiler.ProfileOptions()
    options.python_tracer_level = 0
    taken = []
    with jax.profiler.trace(str(folder), profiler_options=options):
        for _ in range(runs):
            begun = time.perf_counter_ns()
            jax.block_until_ready(executable(*arguments))  # type: ignore[no-untyped-call]
            taken.append(time.perf_counter_ns() - begun)
    return taken


def value(aval: Any, place: int, device: Any) -> Any:
    """Return an array for the argument at ``place``, the same on every machine.

    Standard normal where it holds floats; where it holds integers or truths, 0 and 1.
    """
    import jax
    import jax.numpy as jnp
    import numpy as np

    source = np.random.default_rng(place)
    count = int(np.prod(aval.shape, dtype=np.int64))
    if jnp.issubdtype(aval.dtype, jnp.floating):
        drawn = source.standard_normal(min(count, _BLOCK), np.float32).astype(aval.dtype)
    else:
        drawn = source.integers(0, 2, min(count, _BLOCK)).astype(aval.dtype)
    return jax.device_put(np.resize(drawn, aval.shape), device)


def _avals(executable: Any) -> list[Any]:
    import jax

    return list(jax.tree.leaves(executable.in_avals))


def main(arguments: list[str]) -> int:
    """Trace the job given as JSON in the folder given after it."""
    job, folder = Job.from_json(arguments[0]), Path(arguments[1])
    return leave_problems(lambda: trace(job, folder), folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
