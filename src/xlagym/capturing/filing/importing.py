"""File what a lab has captured: check all of it, say what is not as expected, overwrite nothing."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import requires
from pathlib import Path

from xlagym.captures.capture import Capture
from xlagym.captures.health import health, remarks
from xlagym.captures.manifest import MANIFEST, Manifest, is_id, write_manifest
from xlagym.captures.staleness import stale
from xlagym.captures.store import load_capture
from xlagym.capturing.filing.bundle import unpack_captures
from xlagym.capturing.filing.recapture import work_folder
from xlagym.capturing.programs.matrix import read_matrix
from xlagym.capturing.targets.targets import target_of
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError

WORK = Path(".cache") / "importing"
_COMPILER = ("jax", "jaxlib", "libtpu")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of one capture of a bundle."""

    id: str
    """As it is filed; as it was called where it isn't."""
    notes: tuple[str, ...] = ()
    """What is not as the matrix expects, and what must be said beside its numbers."""
    problems: tuple[Problem, ...] = ()
    """Why it isn't filed; empty where it is."""


def import_bundle(file: Path, project: Path) -> list[Imported]:
    """File the captures of a lab's zip in the project's store; return what came of each.

    A capture is checked whole (paths, hashes, health, the program's source) before it is moved in;
    one that the store has already is left out. Raises ProblemError for a zip that is no bundle.
    """
    expected = {job.id for job in read_matrix(project)}
    with work_folder(project / WORK, "bundle") as work:
        unpacked = work / "unpacked"
        unpacked.mkdir()
        return [_one(folder, project, expected, work) for folder in unpack_captures(file, unpacked)]


def _one(folder: Path, project: Path, expected: set[str], work: Path) -> Imported:
    try:
        capture = load_capture(folder, shown=folder.name)
        problems = [*_strangers(capture), *_contradictions(capture), *_faults(capture, project)]
        if problems:
            return Imported(capture.id, problems=tuple(problems))
        notes = [*_unexpected(capture, expected), *remarks(capture)]
        label = _label(capture.manifest)
        if label:
            capture, note = _labelled(capture, label, work)
            notes.insert(0, note)
        _file(capture, project / "captures")
    except ProblemError as error:
        return Imported(folder.name, problems=error.problems)
    return Imported(capture.id, tuple(notes))


def _strangers(capture: Capture) -> Iterator[Problem]:
    """Files that the manifest doesn't list: nobody would ever look at them again."""
    listed = {entry.name for entry in capture.manifest.files} | {MANIFEST}
    for path in sorted(capture.folder.rglob("*")):
        name = path.relative_to(capture.folder).as_posix()
        if path.is_file() and name not in listed:
            yield _problem(capture, f"it brings {name}, which its manifest does not list")


def _contradictions(capture: Capture) -> Iterator[Problem]:
    """What the manifest says of the device must be what the target means."""
    manifest = capture.manifest
    target = target_of(manifest.target)
    if manifest.id.partition("+")[0] != f"{manifest.variant}@{manifest.target}":
        yield _problem(capture, f"it is of {manifest.variant} on {manifest.target}")
    if target is None:
        yield _problem(capture, f"nobody knows a target '{manifest.target}'")
        return
    if manifest.basis != ("measured" if target.runs else "compiled"):
        yield _problem(capture, f"it is {manifest.basis}, which '{manifest.target}' is not")
    if not target.runs and manifest.topology != target.shape:
        yield _problem(
            capture, f"it is for {manifest.topology}, and '{manifest.target}' is {target.shape}"
        )
    if target.runs and not target.fits(manifest.device_kind):
        yield _problem(
            capture,
            f"it ran on {manifest.device_kind}, and '{manifest.target}' is"
            f" {' or '.join(target.chip.kinds)}",
        )


def _faults(capture: Capture, project: Path) -> Iterator[Problem]:
    for fault in health(capture):
        yield _problem(capture, fault, "health")
    outdated = stale(capture, project / "labs")
    if outdated is not None:
        yield _problem(
            capture,
            f"its program is not the one of this checkout: {outdated.message}",
            "stale",
        )


def _unexpected(capture: Capture, expected: set[str]) -> Iterator[str]:
    if capture.id not in expected:
        yield f"labs/matrix.yml does not name {capture.id}: it expects no such program and chip"


def _label(manifest: Manifest) -> str:
    """What tells a capture from one by the pinned toolchain: ``jax-0.11.0``."""
    pinned = pinned_versions()
    differing = {
        tool: version
        for tool in _COMPILER
        if (version := getattr(manifest, tool)) and version != pinned.get(tool, version)
    }
    if "jax" in differing:
        return f"jax-{differing['jax']}"
    return "+".join(f"{tool}-{version}" for tool, version in differing.items())


def pinned_versions() -> dict[str, str]:
    """The versions that the matrix is captured with: those that xlagym requires exactly."""
    found = (re.match(r"([\w-]+)==([^;\s]+)", each) for each in requires("xlagym") or [])
    return {match[1]: match[2] for match in found if match is not None}


def _labelled(capture: Capture, label: str, work: Path) -> tuple[Capture, str]:
    """The capture under an id that names the versions that made it."""
    manifest = capture.manifest
    id = f"{manifest.id}+{label.lower()}"
    if not is_id(id):
        raise ProblemError(
            _problem(capture, f"it would be filed as '{id}', expected VARIANT@TARGET+VERSIONS")
        )
    place = inner_path(work, f"labelled/{id}", id, of="the working folder")
    shutil.copytree(capture.folder, place)
    text = write_manifest(replace(manifest, id=id))
    (place / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
    pinned = ", ".join(f"{tool} {version}" for tool, version in pinned_versions().items())
    made = ", ".join(f"{tool} {v}" for tool in _COMPILER if (v := getattr(manifest, tool)))
    note = f"made with {made}, where this checkout has {pinned}: filed as {id}"
    return load_capture(place, shown=id), note


def _file(capture: Capture, store: Path) -> None:
    """Move a capture into the store, whole or not at all; never over another."""
    place = inner_path(store, capture.id, f"captures/{capture.id}", of="the store", links=True)
    if place.exists() or place.is_symlink():
        raise ProblemError(
            Problem(
                f"captures/{capture.id}",
                "the store has it already, and import overwrites nothing",
                "remove that folder first, if the new one shall take its place",
                rule="import",
            )
        )
    store.mkdir(exist_ok=True)
    waiting = Path(tempfile.mkdtemp(prefix=".importing-", dir=store))
    try:
        whole = inner_path(waiting, capture.id, f"captures/{capture.id}", of="the store")
        shutil.copytree(capture.folder, whole)
        whole.rename(place)
    finally:
        shutil.rmtree(waiting, ignore_errors=True)


def _problem(capture: Capture, message: str, rule: str = "import") -> Problem:
    return Problem(capture.id, message, "capture it again with the lab of this checkout", rule=rule)
