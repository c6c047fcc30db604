"""A hash of the code that a value was made by: the room of a function and all rooms below it."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
BELOW: Mapping[str, tuple[str, ...]] = {
    "keeping": (),
    "child_python": (),
    "chips": (),
    "inputs": ("keeping",),
    "evidence": ("child_python", "chips", "inputs"),
    "captures": ("evidence",),
    "numbers": ("captures",),
    "gym": ("numbers",),
    "course": ("numbers",),
    "site": ("course", "gym"),
}
"""By room, those that it imports, but for what they import; other rooms keep nothing."""
LIBRARIES = (
    "genanki",
    "jaxlib",
    "jinja2",
    "latex2mathml",
    "markdown-it-py",
    "markupsafe",
    "mdit-py-plugins",
    "numpy",
    "pint",
    "protobuf",
    "pygments",
    "pyyaml",
)
"""Packages that these rooms call; another release of one may make other values."""


def room_of(module: str) -> str:
    """The room that ``module`` lies in, ``gym``; of a module elsewhere its whole name."""
    package, _, rest = module.partition(".")
    return rest.partition(".")[0] if package == "xlagym" else module


@cache
def code_of(room: str) -> str:
    """Changes with any source that a function of ``room`` may run, and with Python itself."""
    if room in BELOW:
        return room_code(room)
    file = getattr(sys.modules.get(room), "__file__", None)
    return "" if file is None else _hashed(_platform().encode(), Path(file).read_bytes())


@cache
def room_code(room: str) -> str:
    """Changes with any source of ``room`` or of a room below it, and with what all stand on."""
    parts = [_platform(), *map(room_code, BELOW[room])]
    return _hashed("\n".join(parts).encode(), *_sources(room))


def _sources(room: str) -> list[bytes]:
    """Names and contents of all modules of a room, which may be a single one."""
    folder, module = PACKAGE / room, PACKAGE / f"{room}.py"
    found = [module.read_bytes()] if module.is_file() else []
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".py"):
                with open(f"{place}/{name}", "rb", buffering=0) as file:  # noqa: PTH123 - hundreds
                    found += [os.path.relpath(place, folder).encode(), name.encode(), file.read()]
    return found


@cache
def _platform() -> str:
    """Python and the libraries, as they are installed; no library is imported for it."""
    found = {
        name
        for place in sys.path
        if os.path.isdir(place)  # noqa: PTH112 - an entry of sys.path may be anything
        for name in os.listdir(place)  # noqa: PTH208
        if name.endswith(".dist-info") and _library(name) in LIBRARIES
    }
    return " ".join([sys.version, *sorted(found)])


def _library(folder: str) -> str:
    """``markdown-it-py`` of ``markdown_it_py-4.0.0.dist-info``."""
    return folder.partition("-")[0].lower().replace("_", "-")


def _hashed(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.hexdigest()[:32]
