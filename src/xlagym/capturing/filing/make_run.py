"""Make one capture that runs: trace in one process, ask XProf in another, then assemble."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from xlagym.captures.forms import PROFILE, RUN
from xlagym.captures.health import health
from xlagym.captures.manifest import MANIFEST, Manifest, write_manifest
from xlagym.captures.store import load_capture
from xlagym.captures.timeline import timeline_of, unreadable
from xlagym.capturing.child import raise_problems, run_child
from xlagym.capturing.compile.made import DUMP_FOLDER, Made
from xlagym.capturing.filing.assemble import ALWAYS, IF_COMPILED, Folder, Forecasting, add_dumped
from xlagym.capturing.filing.assemble import manifest_of as compiled_manifest
from xlagym.capturing.job import RUNS, Job
from xlagym.capturing.run.trace import PROFILE_FOLDER, Timed
from xlagym.capturing.run.xprof_tools import SAID, TOOLS
from xlagym.capturing.scrub.scrub import Machine
from xlagym.capturing.scrub.scrub_profile import StillNamedError, scrub_profile
from xlagym.capturing.targets.device import keep_of
from xlagym.evidence.profile.health.faults import ProfileError
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.reports.run_record import RunRecord, write_run_record
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError

_NO_FORECAST = "it ran: its timeline is measured; the compiled capture has the forecast"


@dataclass(frozen=True, slots=True)
class _Clean:
    """The profile without this machine's names."""

    content: bytes
    found: tuple[str, ...]


def make_run(job: Job, work: Path, date: str, stop: Event) -> Path:
    """Run ``job`` on this machine's device, within ``work``; return the finished capture's folder.

    Raises ProblemError saying what failed, also where the profile is not fit to be quoted.
    """
    raw = work / "raw"
    raw.mkdir()
    _trace(job, raw, stop)
    machine = Machine.here(Path(job.project), raw)
    clean = _scrubbed(job, raw, machine)
    finished = inner_path(work, job.id, job.id, of="the working folder")
    finished.mkdir()
    folder = Folder(finished, machine.rules())
    module = f"jit_{Made.read(raw).function}"
    for form in (*ALWAYS, *IF_COMPILED):
        folder.add(form.stored, (raw / form.file).read_text(encoding="utf-8"))
    _add_dumped_if_whole(folder, raw / DUMP_FOLDER, module)
    folder.add_clean(PROFILE.stored, clean.content)
    said = _ask_xprof(folder, clean, work, stop)
    folder.add(RUN.stored, write_run_record(_record(job, raw, clean, module, said)))
    manifest = _manifest(job, raw, folder, clean, date)
    (finished / MANIFEST).write_text(write_manifest(manifest), encoding="utf-8", newline="\n")
    _require_health(job, finished)
    return finished


def _trace(job: Job, raw: Path, stop: Event) -> None:
    target = job.on
    ended = run_child(
        "xlagym.capturing.run.trace",
        [job.to_json(), str(raw)],
        target.environment(),
        raw,
        stop,
        keep_of(target),
    )
    raise_problems(raw)
    if ended.code != 0 or not (raw / "timed.json").exists():
        raise ProblemError(
            _problem(
                job,
                f"the run ended with {ended.how}\n    {ended.last_words}",
                "mend the program, or choose a shape that fits the device's memory",
            )
        )


def _scrubbed(job: Job, raw: Path, machine: Machine) -> _Clean:
    found = sorted((raw / PROFILE_FOLDER).rglob("*.xplane.pb"))
    if len(found) != 1:
        advice = "trace on one host; each host's profile is a capture of its own"
        raise ProblemError(_problem(job, f"the profiler wrote {len(found)} profiles", advice))
    try:
        return _Clean(*scrub_profile(found[0].read_bytes(), machine))
    except StillNamedError as error:
        advice = "see capturing/scrub/scrub_profile.py: a new field must be scrubbed there"
        raise ProblemError(_problem(job, str(error), advice)) from error


def _add_dumped_if_whole(folder: Folder, dump: Path, module: str) -> None:
    """Add the compiler's reports and passes where the device's backend wrote all of them."""
    try:
        add_dumped(folder, dump, module)
    except (ProblemError, ValueError):
        # A backend that names its dumps in another way: the compiled twin has them.
        return


def _ask_xprof(folder: Folder, clean: _Clean, work: Path, stop: Event) -> dict[str, str]:
    """Add what XProf makes of the profile; return what each tool gave, in words."""
    asked, answers = work / "asked", work / "answers"
    asked.mkdir()
    answers.mkdir()
    (asked / PROFILE.file).write_bytes(clean.content)
    module = "xlagym.capturing.run.xprof_tools"
    ended = run_child(module, [str(asked / PROFILE.file), str(answers)], {}, work, stop)
    said = answers / SAID
    told = json.loads(said.read_text(encoding="utf-8")) if said.exists() else {}
    for tool in TOOLS:
        if (answers / f"{tool}.json").exists() and tool in told:
            folder.add(f"xprof/{tool}.json", (answers / f"{tool}.json").read_text("utf-8"))
        else:
            told.setdefault(tool, f"nothing: XProf ended with {ended.how}")
    return {str(key): str(value) for key, value in told.items()}


def _record(job: Job, raw: Path, clean: _Clean, module: str, said: dict[str, str]) -> RunRecord:
    timed = Timed.read(raw)
    try:
        profile = read_profile(clean.content)
    except ProfileError as error:
        raise unreadable(error, f"{job.id}/{PROFILE.file}") from error
    runs = timeline_of(profile, module, f"{job.id}/{PROFILE.file}").runs.runs
    return RunRecord(
        device=timed.device,
        devices=1,
        module=module,
        warm_up=timed.warm_up,
        runs=job.runs,
        host_ns=tuple(timed.host_ns),
        profile_ps=tuple(run.envelope_ps for run in runs),
        xprof=said,
    )


def _manifest(job: Job, raw: Path, folder: Folder, clean: _Clean, date: str) -> Manifest:
    manifest = compiled_manifest(job, raw, Forecasting(None, _NO_FORECAST), folder, date)
    runs = "" if job.runs == RUNS else f" --runs {job.runs}"
    scrubbed = tuple(dict.fromkeys([*manifest.scrubbed, *clean.found]))
    return replace(
        manifest,
        basis="measured",
        command=f"xlagym capture --trace {job.id} --replace{runs}",
        scrubbed=scrubbed,
    )


def _require_health(job: Job, finished: Path) -> None:
    """Refuse a capture that nobody could quote; it would only fail later, in a chapter."""
    capture = load_capture(finished, shown=f"captures/{job.id}")
    faults = health(capture)
    if faults:
        raise ProblemError(*(_problem(job, fault, "trace it again") for fault in faults))


def _problem(job: Job, message: str, advice: str) -> Problem:
    return Problem(job.id, message, advice, rule="capture")
