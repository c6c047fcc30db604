"""Make one capture: compile in one process, forecast in another, then assemble its folder."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from xlagym.captures.forms import HLO, PASS_LOG
from xlagym.captures.store import load_capture
from xlagym.captures.tensors import find_tensor
from xlagym.capturing.child import run_child
from xlagym.capturing.compile.forecast import forecast_environment, read_estimates, why_not
from xlagym.capturing.compile.in_child import compile_in_child
from xlagym.capturing.compile.made import Made
from xlagym.capturing.compile.pass_log import LOGGING, pass_log
from xlagym.capturing.compile.toolchain import interpreter_of
from xlagym.capturing.filing.assemble import Forecasting, assemble
from xlagym.capturing.filing.make_run import make_run
from xlagym.capturing.job import Job
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError


def make_capture(job: Job, work: Path, date: str, stop: Event) -> Path:
    """Make ``job`` within ``work``, an empty folder; return the finished capture's folder.

    It is read back as a store reads it, and every tensor that the program names must be found.
    Raises ProblemError saying what failed; nothing outside ``work`` is touched.
    """
    if job.on.runs:
        return make_run(job, work, date, stop)
    raw = work / "raw"
    raw.mkdir()
    finished = inner_path(work, job.id, job.id, of="the working folder")
    try:
        _compile(job, raw, stop)
        assemble(job, raw, _forecast(job, raw, work, stop), finished, date)
        capture = load_capture(finished, shown=f"captures/{job.id}")
        for name in capture.manifest.tensors:
            find_tensor(capture, name)
    except ValueError as error:
        raise ProblemError(
            Problem(
                job.id,
                f"what the compiler wrote can't be read: {error}",
                "another version of the compiler may write it in another way",
                rule="capture",
            )
        ) from error
    return finished


def _compile(job: Job, raw: Path, stop: Event) -> None:
    logging = {} if job.on.is_tpu else LOGGING
    ended = compile_in_child(job, raw, stop, logging, interpreter_of(job))
    if logged := pass_log(ended.errors, f"jit_{Made.read(raw).function}"):
        (raw / PASS_LOG.file).write_text(logged, encoding="utf-8", newline="\n")


def _forecast(job: Job, raw: Path, work: Path, stop: Event) -> Forecasting:
    if Made.read(raw).outcome == "refused":
        return Forecasting(None, "the compiler refused the program")
    if job.on.chip.no_forecast:
        return Forecasting(None, job.on.chip.no_forecast)
    folder = work / "forecast"
    folder.mkdir()
    environment = job.on.environment() | forecast_environment(folder)
    ended = run_child(
        "xlagym.capturing.compile.forecast",
        [job.to_json()],
        environment,
        raw,
        stop,
        python=interpreter_of(job),
    )
    forecast = read_estimates(folder)
    module = read_hlo((raw / HLO.file).read_text(encoding="utf-8"))
    missing = why_not(forecast, module, ended.how)
    return Forecasting(None, missing) if missing else Forecasting(forecast)
