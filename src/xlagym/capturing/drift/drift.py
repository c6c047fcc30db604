"""What would change if everything were captured again with the toolchain of today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from xlagym.captures.capture import Capture
from xlagym.captures.manifest import Manifest
from xlagym.captures.store import Store, load_capture, load_store
from xlagym.capturing.compile.toolchain import prepare
from xlagym.capturing.drift.lines import lines
from xlagym.capturing.filing.progress import watching
from xlagym.capturing.filing.recapture import Result, Watch, recapture
from xlagym.capturing.filing.request import STORE, toolchain_problem
from xlagym.capturing.job import Job
from xlagym.capturing.programs.choose import here_or_why
from xlagym.capturing.programs.matrix import read_matrix, select
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError

_TOOLCHAIN = ("jax", "jaxlib", "libtpu", "device_kind", "topology", "source_sha256")


@dataclass(frozen=True, slots=True)
class Drifted:
    """One thing that is not as it was."""

    what: str
    """A file's name, a decision, or a field of the manifest such as ``libtpu``."""
    old: str
    new: str
    """``absent`` where there is none."""


@dataclass(frozen=True, slots=True)
class CaptureDrift:
    """What recapturing did to one capture."""

    id: str
    toolchain: tuple[Drifted, ...] = ()
    files: tuple[Drifted, ...] = ()
    decisions: tuple[Drifted, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Why it couldn't be captured again; then nothing was compared."""

    @property
    def differs(self) -> bool:
        """Whether anything is not as it was; another toolchain with the same result is."""
        return bool(self.files or self.decisions or self.problems)


@dataclass(frozen=True, slots=True)
class Drift:
    """What recapturing did to all of them."""

    captures: tuple[CaptureDrift, ...]
    folder: Path
    """Where the new captures lie: a store of its own, for numbers and claims to be compared."""

    @property
    def differing(self) -> list[CaptureDrift]:
        """Those that are not as they were."""
        return [capture for capture in self.captures if capture.differs]


def drift_all(ids: tuple[str, ...], project: Path, into: Path, console: Console) -> Drift:
    """Capture again what the project's store holds of ``ids`` (all without any), with a bar.

    What ran is run again where its device is here, and left out, by name, where it isn't. No two
    runs take the same time, so of those only the compiler's decisions are compared.

    Raises ProblemError for an id that the matrix lacks, for a store or matrix that can't be read,
    and when the compiler is not installed.
    """
    project = project.resolve()
    jobs = select(read_matrix(project), ids)
    store, problems = load_store(project / STORE)
    lacking = toolchain_problem(jobs)
    if problems or lacking is not None:
        raise ProblemError(*problems, *([] if lacking is None else [lacking]))
    held = [job for job in jobs if job.id in store.captures]
    elsewhere = here_or_why([job for job in held if job.on.runs])
    for id, why in elsewhere.items():
        if why:
            console.print(f"left out {id}: {why}", highlight=False, markup=False, soft_wrap=True)
    held = [job for job in held if not elsewhere.get(job.id)]
    prepare(held, lambda words: console.print(words, highlight=False, markup=False))
    with watching(len(held), console) as watch:
        return find_drift(held, store, into, watch=watch)


def find_drift(
    jobs: Iterable[Job],
    store: Store,
    into: Path,
    *,
    watch: Watch | None = None,
) -> Drift:
    """Capture again, into the folder ``into``, the jobs that ``store`` holds; compare each.

    The store is only read. A job that it lacks is left out: nothing there can drift.
    """
    held = [job for job in jobs if job.id in store.captures]
    results = recapture(held, into, watch=watch)
    compared = (_compare(store.captures[result.job.id], result, into) for result in results.all)
    return Drift(tuple(compared), into)


def _compare(old: Capture, result: Result, into: Path) -> CaptureDrift:
    if result.manifest is None:
        return CaptureDrift(old.id, problems=result.problems)
    try:
        new = load_capture(inner_path(into, old.id, old.id, of="the new store"))
    except ProblemError as error:
        return CaptureDrift(old.id, problems=error.problems)
    return CaptureDrift(
        old.id,
        toolchain=_differences(_fields(old.manifest), _fields(new.manifest)),
        files=() if old.basis == "measured" else _file_differences(old.manifest, new.manifest),
        decisions=_differences(lines(old), lines(new)),
    )


def _fields(manifest: Manifest) -> dict[str, str]:
    return {name: getattr(manifest, name) for name in _TOOLCHAIN}


def _file_differences(old: Manifest, new: Manifest) -> tuple[Drifted, ...]:
    return _differences(_files(old), _files(new))


def _files(manifest: Manifest) -> dict[str, str]:
    return {
        entry.name: f"{entry.size} bytes, sha256 {entry.sha256[:12]}" for entry in manifest.files
    }


def _differences(old: dict[str, str], new: dict[str, str]) -> tuple[Drifted, ...]:
    names = dict.fromkeys([*old, *new])
    return tuple(
        Drifted(name, old.get(name, "absent"), new.get(name, "absent"))
        for name in names
        if old.get(name) != new.get(name)
    )
