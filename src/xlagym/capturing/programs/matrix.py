"""``labs/matrix.yml``: which programs are captured on which targets."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from xlagym.captures.manifest import is_id, is_version
from xlagym.capturing.job import PROGRAMS, Job
from xlagym.capturing.targets.targets import known_targets, target_of
from xlagym.chips.names import EVERY_TPU, expand
from xlagym.inputs.located_yaml import Document, read_yaml
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import read_text

MATRIX = Path("labs") / "matrix.yml"
_FIELDS = {"program": str, "variants": list, "targets": list, "flags": dict, "toolchain": dict}
_MAY_LACK = ("flags", "toolchain")


def read_matrix(project: Path) -> list[Job]:
    """Return every job that the project's matrix names, in its order.

    Raises ProblemError naming each line that is not what it should be.
    """
    path = project / MATRIX
    if not path.is_file():
        raise ProblemError(
            Problem(MATRIX.as_posix(), "there is no matrix", "run this in the project's folder")
        )
    document = read_yaml(read_text(path, MATRIX.as_posix()), MATRIX.as_posix())
    if not isinstance(document.data, list):
        raise ProblemError(_problem(document, (), "expected a list of entries"))
    problems = list(_faults(document, project))
    if problems:
        raise ProblemError(*problems)
    return list(_jobs(document, project))


def select(jobs: list[Job], patterns: Iterable[str]) -> list[Job]:
    """Return the jobs whose ids match one of ``patterns`` (``*@tpu-v6e``), all where there is none.

    Raises ProblemError for a pattern that matches nothing, with the nearest ids.
    """
    patterns = list(patterns)
    problems = []
    for pattern in patterns:
        if not any(fnmatchcase(job.id, pattern) for job in jobs):
            near = difflib.get_close_matches(pattern, [job.id for job in jobs], n=3)
            problems.append(
                Problem(
                    MATRIX.as_posix(),
                    f"no capture is called '{pattern}'",
                    f"did you mean {' or '.join(near)}?" if near else "see: xlagym capture --list",
                    rule="capture",
                )
            )
    if problems:
        raise ProblemError(*problems)
    return [
        job
        for job in jobs
        if not patterns or any(fnmatchcase(job.id, pattern) for pattern in patterns)
    ]


def _jobs(document: Document, project: Path) -> Iterator[Job]:
    for entry in document.data:
        flags, options = next(iter(entry.get("flags", {}).items()), ("", {}))
        toolchain = entry.get("toolchain", {})
        versions = (f"{name}-{version}" for name, version in toolchain.items())
        label = "+".join((*([flags] if flags else []), *versions))
        for variant in entry["variants"]:
            for target in expand(entry["targets"]):
                yield Job(
                    str(project),
                    entry["program"],
                    variant,
                    target,
                    label,
                    options,
                    toolchain,
                )


def _faults(document: Document, project: Path) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, entry in enumerate(document.data):
        faults = list(_entry_faults(document, project, index, entry))
        yield from faults
        if faults:
            continue
        for job in _jobs(Document(document.file, [entry], {}), project):
            if not is_id(job.id):
                message = f"'{job.id}' is no name of a capture: use a-z, 0-9 and hyphens"
                yield _problem(document, (index,), message)
            if job.id in seen:
                yield _problem(document, (index,), f"'{job.id}' stands here a second time")
            seen.add(job.id)


def _entry_faults(document: Document, project: Path, index: int, entry: Any) -> Iterator[Problem]:
    if not isinstance(entry, dict):
        yield _problem(document, (index,), f"{entry!r} is no entry")
        return
    for name, kind in _FIELDS.items():
        if name not in entry and name not in _MAY_LACK:
            yield _problem(document, (index,), f"the entry has no '{name}'")
        elif name in entry and not isinstance(entry[name], kind):
            yield _problem(document, (index, name), f"'{name}' is no {kind.__name__}")
    for name in set(entry) - set(_FIELDS):
        yield _problem(document, (index, name), f"unknown field '{name}'")
    targets = entry.get("targets")
    for place, target in enumerate(targets if isinstance(targets, list) else []):
        if target != EVERY_TPU and (not isinstance(target, str) or target_of(target) is None):
            yield _problem(
                document,
                (index, "targets", place),
                f"unknown target '{target}': there are {known_targets()}",
            )
    program = entry.get("program")
    inside = isinstance(program, str) and program.isidentifier()
    if isinstance(program, str) and not (
        inside and (project / PROGRAMS / f"{program}.py").is_file()
    ):
        yield _problem(
            document, (index, "program"), f"there is no {PROGRAMS.as_posix()}/{program}.py"
        )
    yield from _flag_faults(document, index, entry.get("flags", {}))
    toolchain = entry.get("toolchain", {})
    if isinstance(toolchain, dict) and not (
        set(toolchain) <= {"jax"}
        and all(isinstance(each, str) and is_version(each) for each in toolchain.values())
    ):
        yield _problem(
            document, (index, "toolchain"), "'toolchain' must be {jax: X.Y.Z}, and nothing else"
        )


def _flag_faults(document: Document, index: int, flags: Any) -> Iterator[Problem]:
    if not isinstance(flags, dict):
        return
    if len(flags) > 1:
        yield _problem(document, (index, "flags"), "one label an entry, please")
    for label, options in flags.items():
        if not isinstance(options, dict) or not all(
            isinstance(part, str) for item in options.items() for part in item
        ):
            yield _problem(
                document,
                (index, "flags", label),
                f"the options of '{label}' must be texts: put true and false in quotes",
            )


def _problem(document: Document, path: tuple[str | int, ...], message: str) -> Problem:
    return Problem(
        document.file,
        message,
        "the head of the file shows what an entry looks like",
        document.line(*path),
        "matrix",
    )
