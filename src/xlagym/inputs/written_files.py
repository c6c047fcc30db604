"""The files that people write for a project; who reads one is noted as its reader."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from xlagym.inputs.text_files import LIMIT, decoded, read_text
from xlagym.keeping.recording import note

if TYPE_CHECKING:
    from xlagym.keeping.keeper import Keeper

KIND = "text"
NAMES = "names"
"""What readings are noted as: ``text content/site.yml``, ``names labs/*.ipynb``."""


class WrittenFiles:
    """Files below ``root``, by their path from there; each is read once, until ``look_again``."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._contents: dict[str, bytes | None] = {}
        self._names: dict[str, list[str]] = {}

    def known_to(self, keeper: Keeper) -> None:
        """Let ``keeper`` compare what was read with what it is today."""
        keeper.knows(KIND, self._digest)
        keeper.knows(NAMES, self._digest_of_names)

    def look_again(self) -> None:
        """Somebody may have written: trust nothing that was read before."""
        self._contents.clear()
        self._names.clear()

    def text(self, name: str) -> str:
        """The text of a file. Raises ProblemError, as ``read_text`` does."""
        note(f"{KIND} {name}", self._digest(name))
        content = self._content(name)
        return read_text(self._root / name, name) if content is None else decoded(content, name)

    def noted(self, name: str) -> None:
        """Note that a file is read, for who reads it in a way of its own."""
        note(f"{KIND} {name}", self._digest(name))

    def exists(self, name: str) -> bool:
        """Whether there is something of that name."""
        return bool(self.matching(name))

    def matching(self, pattern: str) -> list[str]:
        """The names that fit ``pattern``, sorted."""
        note(f"{NAMES} {pattern}", self._digest_of_names(pattern))
        return self._matching(pattern)

    def _content(self, name: str) -> bytes | None:
        """The bytes; None for what is no file that a person wrote."""
        if name not in self._contents:
            path = self._root / name
            try:
                fits = path.is_file() and path.stat().st_size <= LIMIT
                self._contents[name] = path.read_bytes() if fits else None
            except OSError:
                self._contents[name] = None
        return self._contents[name]

    def _matching(self, pattern: str) -> list[str]:
        if pattern not in self._names:
            found = self._root.glob(pattern)
            self._names[pattern] = sorted(path.relative_to(self._root).as_posix() for path in found)
        return self._names[pattern]

    def _digest(self, name: str) -> str:
        content = self._content(name)
        return "" if content is None else hashlib.sha256(content).hexdigest()[:32]

    def _digest_of_names(self, pattern: str) -> str:
        return hashlib.sha256("\n".join(self._matching(pattern)).encode()).hexdigest()[:32]
