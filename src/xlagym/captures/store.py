"""The store: every capture of a folder, once its files are found to be what they claim."""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from xlagym.captures.capture import FILE, KIND, Capture
from xlagym.captures.forms import FORMS
from xlagym.captures.manifest import MANIFEST, FileEntry, Manifest, read_manifest
from xlagym.inputs.inner_paths import inner_path
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import read_text
from xlagym.keeping.recording import note

if TYPE_CHECKING:
    from xlagym.keeping.keeper import Keeper

ALL = "captures"
"""What the reading of all ids is noted as."""

LARGEST = 60_000_000
"""Bytes of the largest file: what a clone of the whole store may weigh."""
_PLAIN = re.compile(r"\w[\w.+-]*(?:/\w[\w.+-]*)*", re.ASCII)
_SUFFIXES = {".gz", ".hlo", ".json", ".mlir", ".pb", ".py", ".txt", ".xz", ".yml"}
"""Of evidence. A browser shows or saves these; it would run a page, a drawing or a script."""


class UnknownCaptureError(KeyError):
    """Raised when the store has no capture of that id; its text names the nearest ones."""

    def __str__(self) -> str:
        return str(self.args[0])


class Captures(Mapping[str, Capture]):
    """Captures by id; who looks for one has read what is said of it, or that there is none."""

    def __init__(self, captures: Mapping[str, Capture]) -> None:
        self._captures = dict(captures)

    def __getitem__(self, id: str) -> Capture:
        note(f"{KIND} {id}", self.digest(id))
        return self._captures[id]

    def __contains__(self, id: object) -> bool:
        note(f"{KIND} {id}", self.digest(str(id)))
        return id in self._captures

    def __iter__(self) -> Iterator[str]:
        note(ALL, self.names())
        return iter(self._captures)

    def __len__(self) -> int:
        note(ALL, self.names())
        return len(self._captures)

    def digest(self, id: str) -> str:
        """What is said of a capture, as a hash; empty where there is none of that id."""
        found = self._captures.get(id)
        return "" if found is None else found.digest

    def evidence(self, path: str) -> str:
        """The hash of the file ``ID/NAME``; empty where there is none."""
        id, _, name = path.partition("/")
        found = self._captures.get(id)
        return "" if found is None else found.evidence(name)

    def names(self, _: str = "") -> str:
        """All ids, as a hash."""
        return hashlib.sha256(" ".join(self._captures).encode()).hexdigest()

    def handle(self, id: str) -> Capture:
        """The capture of an id that a kept value names. Raises KeyError where it is gone."""
        return self._captures[id]


class Store:
    """Captures by id, of the folder ``root``."""

    def __init__(self, root: Path, captures: Mapping[str, Capture]) -> None:
        self.root = root
        self.captures = Captures(captures)

    def known_to(self, keeper: Keeper) -> None:
        """Let ``keeper`` compare what was read of captures with what they are today."""
        keeper.knows(KIND, self.captures.digest)
        keeper.knows(FILE, self.captures.evidence)
        keeper.knows(ALL, self.captures.names)
        keeper.opens(KIND, self.captures.handle)

    def get(self, id: str) -> Capture:
        """Return a capture; raise UnknownCaptureError that names the nearest ids."""
        if id not in self.captures:
            near = difflib.get_close_matches(id, self.captures, n=3, cutoff=0.5)
            advice = f"did you mean {' or '.join(near)}?" if near else "see: xlagym capture --list"
            raise UnknownCaptureError(f"no capture '{id}' in {self.root.name}/; {advice}")
        return self.captures[id]

    def matching(self, glob: str) -> list[Capture]:
        """Return the captures whose id fits ``*@tpu-v6e``, by id.

        A star stands for captures that were compiled, by the pinned toolchain with the compiler's
        defaults: what ran, or was published, is asked for by name, ``*@tpu-v6e.run`` or
        ``*.published``, and so is what bears a label, ``*@cpu+jax-0.4.38`` or ``*+*``.
        """
        return [
            self.captures[id]
            for id in sorted(self.captures)
            if fnmatchcase(id, glob)
            and (self.captures[id].basis == "compiled" or _names_a_basis(glob))
            and ("+" not in id or "+" in glob)
        ]


def _names_a_basis(glob: str) -> bool:
    target = glob.partition("@")[2].partition("+")[0] or glob
    return target.endswith((".run", ".published"))


def load_store(root: Path) -> tuple[Store, list[Problem]]:
    """Read and check every capture under ``root``.

    A capture with a fault is left out of the store and named in the problems; files that no
    manifest lists are nobody's business. Folders that start with a dot are no captures.
    """
    found: dict[str, Capture] = {}
    problems: list[Problem] = []
    if not root.is_dir():
        return Store(root, {}), [
            Problem(root.name, "there is no store", "make one: xlagym capture", rule="capture")
        ]
    for folder in sorted(root.iterdir(), key=lambda path: path.name):
        if folder.name.startswith(".") or not folder.is_dir():
            continue
        try:
            capture = load_capture(folder)
        except ProblemError as error:
            problems += error.problems
        except OSError as error:
            problems.append(_refused(f"{root.name}/{folder.name}", error))
        else:
            found[capture.id] = capture
    return Store(root, found), problems


def _refused(shown: str, error: OSError) -> Problem:
    """What the system does not let us read."""
    advice = "see to its permissions, or restore it from git"
    return Problem(shown, f"it can't be read: {error.strerror}", advice, rule="capture")


def load_capture(folder: Path, shown: str = "") -> Capture:
    """Read one capture's folder and check every file against its manifest.

    ``shown`` is the folder's name for messages, ``captures/ID`` if it lies in a store.

    Raises ProblemError naming each fault: no manifest, a folder that is not called by the id, a
    path that leaves the folder, a missing file, a file that is not what was captured; OSError where
    the system refuses.
    """
    shown = shown or f"{folder.parent.name}/{folder.name}"
    file = f"{shown}/{MANIFEST}"
    path = folder / MANIFEST
    if folder.is_symlink() or path.is_symlink():
        raise ProblemError(_leaving(file, None, folder.name if folder.is_symlink() else MANIFEST))
    if not path.is_file():
        advice = f"remove the folder, or make it again: xlagym capture {folder.name} --replace"
        raise ProblemError(Problem(file, "the capture has no manifest", advice, rule="manifest"))
    try:
        text = read_text(path, file)
    except ProblemError as error:
        advice = f"restore it from git, or make it again: xlagym capture {folder.name} --replace"
        found = replace(error.problems[0], advice=advice, rule="manifest")
        raise ProblemError(found) from error
    manifest = read_manifest(text, file)
    lines = text.split("\n")
    problems = [*_name_faults(manifest, folder, file, lines), *_absences(manifest, file, lines)]
    for entry in manifest.files:
        if not _is_whole(entry, folder):
            problems += _file_faults(manifest, entry, folder, shown, lines)
    if problems:
        raise ProblemError(*problems)
    return Capture(manifest, folder, shown, hashlib.sha256(text.encode()).hexdigest())


def _line(lines: list[str], start: str) -> int | None:
    return next((n for n, line in enumerate(lines, 1) if line.strip().startswith(start)), None)


def _name_faults(
    manifest: Manifest, folder: Path, file: str, lines: list[str]
) -> Iterator[Problem]:
    told = f"{manifest.variant}@{manifest.target}"
    if manifest.id.partition("+")[0] != told:
        yield Problem(
            file,
            f"the id is '{manifest.id}', but variant and target say '{told}'",
            f"restore it from git, or make the capture again: {manifest.command}",
            _line(lines, "id:"),
            "manifest",
        )
    if manifest.id == folder.name:
        return
    twin = inner_path(folder.parent, manifest.id, file, of="the store", links=True) / MANIFEST
    message = f"the id is '{manifest.id}', but the folder is called '{folder.name}'"
    if twin.is_file():
        message += f"; {folder.parent.name}/{manifest.id} has that id too"
    yield Problem(
        file,
        message,
        "remove this folder, or give it the name of its id",
        _line(lines, "id:"),
        "duplicate" if twin.is_file() else "manifest",
    )


def _absences(manifest: Manifest, file: str, lines: list[str]) -> Iterator[Problem]:
    """Name the files that a capture of this kind must list, and doesn't."""
    kind = manifest.basis if manifest.basis != "compiled" else manifest.outcome
    listed = {entry.name for entry in manifest.files}
    for form in FORMS:
        if form.needed(manifest) and not listed & {form.file, f"{form.file}.xz"}:
            yield Problem(
                file,
                f"the manifest lists no {form.file}, which a {kind} capture has",
                f"make it again: {manifest.command}" if manifest.command else "restore it from git",
                _line(lines, "files:"),
                "manifest",
            )


def _is_whole(entry: FileEntry, folder: Path) -> bool:
    """Whether a file lies right in the folder and is what was captured.

    Nearly all do and are, so this takes the straight way to each; what fails is looked at closely.
    """
    if not _PLAIN.fullmatch(entry.name) or "/" in entry.name or entry.name == MANIFEST:
        return False
    if entry.name[entry.name.rfind(".") :] not in _SUFFIXES or entry.size > LARGEST:
        return False
    try:
        path = inner_path(folder, entry.name, MANIFEST)
        found = os.lstat(path)
        if not stat.S_ISREG(found.st_mode) or found.st_size != entry.size:
            return False
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - quicker than a Path
            return hashlib.sha256(file.read()).hexdigest() == entry.sha256
    except (OSError, ProblemError):
        return False


def _file_faults(
    manifest: Manifest, entry: FileEntry, folder: Path, shown: str, lines: list[str]
) -> Iterator[Problem]:
    line = _line(lines, f"{entry.name}:")
    try:
        path = inner_path(folder, entry.name, f"{shown}/{MANIFEST}", line=line)
    except ProblemError as error:
        yield from error.problems
        return
    if entry.name == MANIFEST:
        yield _leaving(f"{shown}/{MANIFEST}", line, entry.name)
        return
    if not _PLAIN.fullmatch(entry.name) or PurePosixPath(entry.name).suffix not in _SUFFIXES:
        yield Problem(
            f"{shown}/{MANIFEST}",
            f"'{entry.name}' is no name of evidence, which a site hands out as it is",
            f"use letters, digits, '-', '_' and '.', and one of {' '.join(sorted(_SUFFIXES))}",
            line,
            "path",
        )
        return
    again = f"restore it from git, or make the capture again: {manifest.command}"
    if not path.is_file():
        message = f"the manifest lists {entry.name}, and there is no such file"
        yield Problem(f"{shown}/{MANIFEST}", message, again, line, "missing")
        return
    if (size := path.stat().st_size) > LARGEST:
        yield Problem(
            f"{shown}/{entry.name}",
            f"it has {size:,} bytes, where a whole store may have {LARGEST:,}",
            "pack it, or trace fewer runs",
            rule="weight",
        )
        return
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != entry.sha256:
        yield Problem(
            f"{shown}/{entry.name}",
            f"it is not what was captured: {len(content)} bytes with sha256 {digest[:12]}…, where"
            f" {MANIFEST}:{line} has {entry.size} bytes with {entry.sha256[:12]}…",
            again,
            rule="hash",
        )
    elif len(content) != entry.size:
        message = f"{entry.name} has {len(content)} bytes, the manifest says {entry.size}"
        yield Problem(f"{shown}/{MANIFEST}", message, again, line, "hash")


def _leaving(file: str, line: int | None, name: str) -> Problem:
    return Problem(
        file,
        f"'{name}' is no plain path inside the capture's folder",
        "a capture holds its files itself: no absolute path, no '..', no link",
        line,
        "path",
    )
