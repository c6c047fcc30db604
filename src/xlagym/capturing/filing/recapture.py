"""Make many captures, two at a time, into a store or anywhere else."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Protocol

from xlagym.captures.manifest import Manifest
from xlagym.captures.store import load_capture
from xlagym.capturing.filing.make import make_capture
from xlagym.capturing.job import Job
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError

AT_A_TIME = 2
WORK = Path(".cache") / "capturing"
"""Where captures are made, beside the store: ignored by git, never read as a store."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one job."""

    job: Job
    seconds: float
    manifest: Manifest | None
    """None where it failed."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """What came of all jobs, in the order in which they were asked for."""

    all: tuple[Result, ...]

    @property
    def made(self) -> list[Result]:
        """Those that are in the store now."""
        return [result for result in self.all if result.manifest is not None]

    @property
    def failed(self) -> list[Result]:
        """Those that left it as it was."""
        return [result for result in self.all if result.manifest is None]


class Watch(Protocol):
    """Somebody who is told how it goes; ``start`` comes from another thread."""

    def start(self, job: Job) -> None:
        """Take note that ``job`` is being made."""

    def done(self, result: Result) -> None:
        """Take note of what came of a job."""


def recapture(
    jobs: Sequence[Job],
    into: Path,
    *,
    replace: bool = False,
    watch: Watch | None = None,
    at_a_time: int = AT_A_TIME,
) -> Results:
    """Make every job and put it into the folder ``into``, as ``into/ID``.

    A capture appears whole or not at all; one that fails leaves what was there. Without
    ``replace``, a capture that appears there in the meantime is left alone, and that is a failure.
    What is timed wants the machine for itself: ``at_a_time`` is one for it.
    """
    stop = Event()
    into.mkdir(parents=True, exist_ok=True)

    def one(job: Job) -> Result:
        if watch is not None:
            watch.start(job)
        return _one(job, into, replace, stop)

    done: dict[str, Result] = {}
    with ThreadPoolExecutor(at_a_time) as pool:
        waiting = [pool.submit(one, job) for job in jobs]
        try:
            for future in as_completed(waiting):
                result = future.result()
                done[result.job.id] = result
                if watch is not None:
                    watch.done(result)
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return Results(tuple(done[job.id] for job in jobs))


def _one(job: Job, into: Path, replace: bool, stop: Event) -> Result:
    begun = time.monotonic()
    try:
        place = inner_path(into, job.id, job.id, of="the store", links=True)
        with work_folder(into.parent / WORK, job.id) as work:
            finished = make_capture(job, work, time.strftime("%Y-%m-%d"), stop)
            manifest = load_capture(finished).manifest
            _put(finished, place, work / "before", replace)
    except ProblemError as error:
        return Result(job, time.monotonic() - begun, None, error.problems)
    except OSError as error:
        problem = Problem(
            job.id,
            f"it can't be written: {error}",
            f"{into} and {into.parent / WORK} must be writable, and on one disk",
            rule="capture",
        )
        return Result(job, time.monotonic() - begun, None, (problem,))
    return Result(job, time.monotonic() - begun, manifest)


def _put(finished: Path, place: Path, before: Path, replace: bool) -> None:
    """Move the finished capture to its place; what stood there goes to ``before``."""
    if place.exists() or place.is_symlink():
        if not replace:
            raise ProblemError(
                Problem(
                    place.name,
                    "the store has it already",
                    f"to make it again: xlagym capture {place.name} --replace",
                    rule="capture",
                )
            )
        place.rename(before)
    try:
        finished.rename(place)
    except OSError:
        if before.exists():
            before.rename(place)
        raise


@contextmanager
def work_folder(root: Path, name: str) -> Iterator[Path]:
    """Give an empty folder that is gone afterwards; clear away those of makers that were killed."""
    root.mkdir(parents=True, exist_ok=True)
    for left in root.iterdir():
        owner = left.name.partition("-")[0]
        if owner.isdigit() and not _alive(int(owner)):
            shutil.rmtree(left, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-{name}-", dir=root))
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
