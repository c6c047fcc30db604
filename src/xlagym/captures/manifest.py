"""``capture.yml``: what a capture is, what made it, and the hash of every file beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import yaml

from xlagym.inputs.inner_paths import is_inner
from xlagym.inputs.located_yaml import Document, read_yaml
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.kept import kept

MANIFEST = "capture.yml"
"""The manifest's name in a capture's folder."""
BASES = ("compiled", "measured", "published")
OUTCOMES = ("compiled", "refused")
GIVEN = "given"
"""What ``forecast`` says where there is one; else it says why there is none."""
_ID = re.compile(r"[a-z0-9][a-z0-9-]*@[a-z0-9][a-z0-9.-]*(?:\+[a-z0-9][a-z0-9.+-]*)?")
_VERSION = re.compile(
    r"\d{1,9}(?:\.\d{1,9}){0,5}(?:(?:a|b|rc)\d{1,9})?(?:\.(?:post|dev)\d{1,9}){0,2}"
    r"(?:\+[A-Za-z0-9]{1,40}(?:\.[A-Za-z0-9]{1,40}){0,5})?",
    re.ASCII,
)
_SHA256 = re.compile(r"[0-9a-f]{64}")


def is_id(text: str) -> bool:
    """Whether a capture may be called that: ``mlp@tpu-v6e-2x4+no-latency-hiding``."""
    return _ID.fullmatch(text) is not None


def is_version(text: str) -> bool:
    """Whether a release of a package may be called that: ``0.4.38``, ``0.9.0.dev20260101+g1f2``."""
    return _VERSION.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One evidence file: its path within the capture's folder, and what it must hold."""

    name: str
    sha256: str
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that ``capture.yml`` says."""

    id: str
    basis: str
    """``compiled`` (no device), ``measured`` (ran on one) or ``published`` (quoted)."""
    outcome: str
    """``compiled``, or ``refused`` where the compiler's refusal is the evidence."""
    program: str
    variant: str
    function: str
    source_file: str
    """From the project's root: ``labs/programs/attention.py``."""
    source_sha256: str
    tensors: dict[str, str]
    """Name → the Python expression in the program that makes it."""
    target: str
    device_kind: str
    topology: str
    jax: str
    jaxlib: str
    libtpu: str
    flags: dict[str, str]
    """Compiler options; empty for the defaults."""
    command: str
    """Makes this capture again."""
    date: str
    """Year-month-day of the making; all that differs between two makings."""
    forecast: str
    """``given``, or why the backend made none."""
    scrubbed: tuple[str, ...]
    licence: str
    files: tuple[FileEntry, ...]

    @property
    def has_forecast(self) -> bool:
        """Whether the backend made a forecast."""
        return self.forecast == GIVEN

    def entry(self, name: str) -> FileEntry | None:
        """Return the entry of a file, None where the manifest lists none."""
        return next((entry for entry in self.files if entry.name == name), None)


_MAPPINGS = ("tensors", "flags")
_LISTS = ("scrubbed", "files")
_TEXTS = tuple(item.name for item in fields(Manifest) if item.name not in (*_MAPPINGS, *_LISTS))
_VERSIONS = {"jax", "jaxlib", "libtpu"}
_MAY_BE_EMPTY = {"libtpu", "topology"}
_UNKNOWN_IF_PUBLISHED = {"function", "source_file", "source_sha256", "jax", "jaxlib", "command"}
"""Fields that a published capture may leave empty: there is no program here to run."""


def write_manifest(manifest: Manifest) -> str:
    """Return the text of ``capture.yml``: fields in their order, files by name."""
    data: dict[str, Any] = {
        item.name: getattr(manifest, item.name)
        for item in fields(manifest)
        if item.name not in _LISTS
    }
    head = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=10_000)
    lines = ["scrubbed:", *(f"- {_plain(what)}" for what in manifest.scrubbed)]
    if not manifest.scrubbed:
        lines = ["scrubbed: []"]
    lines.append("files:" if manifest.files else "files: {}")
    for entry in sorted(manifest.files, key=lambda entry: entry.name):
        lines.append(f"  {_plain(entry.name)}: {{size: {entry.size}, sha256: {entry.sha256}}}")
    return head + "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return (
        yaml.safe_dump(text, allow_unicode=True, width=10_000)
        .removesuffix("...\n")
        .removesuffix("\n")
    )


@kept
def read_manifest(text: str, file: str) -> Manifest:
    """Read ``capture.yml``; ``file`` is its name for messages.

    Raises ProblemError naming every field that is missing, unknown, or not what it should be.
    """
    document = read_yaml(text, file)
    data = document.data
    if not isinstance(data, dict):
        raise ProblemError(_problem(document, (), "it holds no fields", "make the capture again"))
    problems = [
        *_absent(document, data),
        *(problem for name in _TEXTS if name in data for problem in _text_faults(document, name)),
        *(problem for name in _MAPPINGS if name in data for problem in _map_faults(document, name)),
        *_scrubbed_faults(document, data),
        *_file_faults(document, data),
    ]
    if problems:
        raise ProblemError(*problems)
    return Manifest(
        **{name: data[name] for name in _TEXTS},
        tensors=dict(data["tensors"]),
        flags=dict(data["flags"]),
        scrubbed=tuple(data["scrubbed"]),
        files=tuple(
            FileEntry(name, entry["sha256"], entry["size"]) for name, entry in data["files"].items()
        ),
    )


def _problem(document: Document, path: tuple[str, ...], message: str, advice: str) -> Problem:
    return Problem(document.file, message, advice, document.line(*path), "manifest")


def _absent(document: Document, data: dict[Any, Any]) -> Iterable[Problem]:
    known = [item.name for item in fields(Manifest)]
    for name in known:
        if name not in data:
            yield _problem(
                document,
                (),
                f"the field '{name}' is missing",
                f"put it back, or make the capture again: {data.get('command', 'xlagym capture')}",
            )
    for name in data:
        if name not in known:
            yield _problem(
                document,
                (str(name),),
                f"the field '{name}' is unknown",
                f"remove it; the fields are {', '.join(known)}",
            )


def _text_faults(document: Document, name: str) -> Iterable[Problem]:
    value = document.data[name]
    expected = None
    if not isinstance(value, str):
        expected = "a text"
    elif not value and document.data.get("basis") == "published" and name in _UNKNOWN_IF_PUBLISHED:
        expected = None
    elif not value and name not in _MAY_BE_EMPTY:
        expected = "something"
    elif name == "id" and not is_id(value):
        expected = "VARIANT@TARGET"
    elif name == "program" and not value.isidentifier():
        expected = "the name of a program, such as attention_exp2"
    elif name == "source_file" and not is_inner(value):
        expected = "a path from the project's root, such as labs/programs/attention.py"
    elif name in _VERSIONS and value and not is_version(value):
        expected = "a version, such as 0.12.0.1"
    elif name == "basis" and value not in BASES:
        expected = " or ".join(BASES)
    elif name == "outcome" and value not in OUTCOMES:
        expected = " or ".join(OUTCOMES)
    elif name == "source_sha256" and not _SHA256.fullmatch(value):
        expected = "64 hexadecimal digits"
    elif name == "date" and not re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        expected = "a date in quotes, '2026-01-31'"
    if expected is not None:
        yield _problem(
            document,
            (name,),
            f"'{name}' is {value!r}, expected {expected}",
            "mend this line, or make the capture again",
        )


def _map_faults(document: Document, name: str) -> Iterable[Problem]:
    value = document.data[name]
    if isinstance(value, dict) and all(
        isinstance(part, str) for item in value.items() for part in item
    ):
        return
    yield _problem(
        document,
        (name,),
        f"'{name}' is {value!r}, expected a mapping from texts to texts",
        "mend it, or make the capture again",
    )


def _scrubbed_faults(document: Document, data: dict[Any, Any]) -> Iterable[Problem]:
    value = data.get("scrubbed", [])
    if not isinstance(value, list) or not all(isinstance(what, str) for what in value):
        yield _problem(
            document,
            ("scrubbed",),
            f"'scrubbed' is {value!r}, expected a list of texts",
            "mend it, or make the capture again",
        )


def _file_faults(document: Document, data: dict[Any, Any]) -> Iterable[Problem]:
    value = data.get("files", {})
    if not isinstance(value, dict):
        value = {"files": value}
    for name, entry in value.items():
        whole = (
            isinstance(name, str)
            and isinstance(entry, dict)
            and set(entry) == {"sha256", "size"}
            and isinstance(entry["sha256"], str)
            and _SHA256.fullmatch(entry["sha256"])
            and type(entry["size"]) is int
            and entry["size"] >= 0
        )
        if not whole:
            yield _problem(
                document,
                ("files", str(name)),
                f"the entry of '{name}' is {entry!r}, expected its size and sha256",
                "make the capture again; an entry is never written by hand",
            )
