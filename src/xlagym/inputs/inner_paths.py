"""Paths made of names that somebody else wrote: each lies inside its folder, or is refused.

Ids, versions, entries of manifests and zips, and names of pages all become paths here alone.
"""

from __future__ import annotations

from pathlib import Path

from xlagym.inputs.problems import Problem, ProblemError

_NO_STEP = {"", ".", ".."}
"""What stands between two slashes of an absolute path, of one upwards, or of one odd in its form"""
_ELSEWHERE = {"\\", ":"}
"""Marks that separate folders and drives on other systems."""


def is_inner(name: str) -> bool:
    """Whether ``name`` says plainly, on any system, where it lies below a folder: ``a/b.txt``."""
    return (
        _NO_STEP.isdisjoint(name.split("/")) and _ELSEWHERE.isdisjoint(name) and name.isprintable()
    )


def inner_path(
    folder: Path,
    name: str,
    file: str,
    *,
    of: str = "the capture's folder",
    line: int | None = None,
    links: bool = False,
) -> Path:
    """Return the path of ``name`` below ``folder``; nothing need be there.

    ``file`` and ``line`` say where the name was read, ``of`` what the folder is, for messages.
    ``links`` allows symbolic links below the folder, where nobody but the person puts them.

    Raises ProblemError for what is no plain path inside the folder.
    """
    if not is_inner(name) or (not links and _passes_a_link(folder, name)):
        raise ProblemError(
            Problem(
                file,
                f"'{name}' is no plain path inside {of}",
                "expected names and '/' between them: no absolute path, no '..', no link",
                line,
                "path",
            )
        )
    return folder / name


def _passes_a_link(folder: Path, name: str) -> bool:
    path = folder
    for step in name.split("/"):
        path /= step
        if path.is_symlink():
            return True
    return False
