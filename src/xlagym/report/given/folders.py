"""The files of a folder: a compiler's dump, a capture, what ``jax.profiler`` wrote, or any other.

In a dump, names say which module a file belongs to and which pass it follows; what a file *is*
stays for its content to say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from xlagym.evidence.passes.dump_names import parse_dump_name

FILES = 20_000
"""Files of one folder that are looked at."""
_DEPTH = 6
_MODULE = re.compile(r"(module_\d+\..+?(?:\.cl_\d+)?)\.(?:[\w.\-]*_)?(?:after|before)_[\w.\-]+$")
_RANKS = ("after_optimizations.txt", "after_optimizations_", "after_")
_PASS, _START = len(_RANKS), len(_RANKS) + 1
"""Ranks of a text between passes, and of one from before the first."""


@dataclass(frozen=True, slots=True)
class FolderFile:
    """A file in a folder."""

    path: Path
    group: str
    """The dumped module that it belongs to, else its folder."""
    rank: int
    """Among the HLO texts of one dumped module, the lowest is the end of the compile."""
    of_dump: bool
    """Whether its name is one that the compiler gives."""
    is_dump: bool
    """Whether it is the module's text after one pass."""


def folder_files(folder: Path) -> Iterator[FolderFile]:
    """All files in a folder and those below it, in the order of their names, hidden ones apart."""
    left = FILES
    for place, folders, names in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        if depth >= _DEPTH:
            folders.clear()
        for name in sorted(names):
            path = Path(place) / name
            if name.startswith(".") or not path.is_file():
                continue
            yield _file(path)
            left -= 1
            if not left:
                return


def _file(path: Path) -> FolderFile:
    dump = parse_dump_name(path.name)
    if dump is not None:
        return FolderFile(path, f"{path.parent}/{dump.module}", _PASS, of_dump=True, is_dump=True)
    module = _MODULE.match(path.name)
    if module is None:
        return FolderFile(path, str(path.parent), 0, of_dump=False, is_dump=False)
    group = f"{path.parent}/{module[1]}"
    return FolderFile(path, group, _rank(path.name), of_dump=True, is_dump=False)


def _rank(name: str) -> int:
    return next((at for at, mark in enumerate(_RANKS) if mark in name), _START)
