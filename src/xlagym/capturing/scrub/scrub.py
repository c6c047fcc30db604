"""Take the machine out of the evidence: paths become relative, host and user names go."""

from __future__ import annotations

import getpass
import re
import socket
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

AT_THE_SOURCE = "absolute paths, cut to the project's root or to site-packages while lowering"
"""What every compile hides before the compiler sees it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that tells of a machine, and what stands in its place."""

    what: str
    """For the manifest's ``scrubbed``."""
    pattern: re.Pattern[str]
    replacement: str


@dataclass(frozen=True, slots=True)
class Machine:
    """The names and places of one machine."""

    project: str
    folders: tuple[str, ...]
    """Temporary folders, the longest first."""
    home: str
    host: str
    user: str

    @staticmethod
    def here(project: Path, work: Path) -> Machine:
        """Return this machine; ``work`` is the folder where a capture is being made."""
        folders = {str(work), str(work.resolve()), tempfile.gettempdir()}
        return Machine(
            str(project),
            tuple(sorted(folders, key=len, reverse=True)),
            str(Path.home()),
            socket.gethostname(),
            getpass.getuser(),
        )

    def rules(self) -> tuple[Rule, ...]:
        """Return what to replace, in this order."""
        work = "|".join(re.escape(folder) for folder in self.folders)
        names = [
            Rule("the host's name", _word(self.host), "HOST"),
            Rule(
                "the user's name",
                re.compile(rf"(?:(?<=/home/)|(?<=/Users/)){re.escape(self.user)}(?![\w.-])"),
                "USER",
            ),
        ]
        return (
            Rule("temporary folders", re.compile(rf"(?<![\w.])(?:{work})(?:/|(?![\w.-]))"), ""),
            Rule(
                "absolute paths of packages",
                re.compile(r"(?<![\w.])/[\w./+@~-]*/(?=site-packages/)"),
                "",
            ),
            Rule(
                "absolute paths of the project",
                re.compile(rf"(?<![\w.]){re.escape(self.project)}(?:/|(?![\w.-]))"),
                "",
            ),
            Rule("the home folder", re.compile(rf"{re.escape(self.home)}(?=/)"), "~"),
            *(names if self.host not in ("", "localhost") else names[1:]),
        )


def _word(name: str) -> re.Pattern[str]:
    """Match a host's name standing alone: ``vm`` must not be found in ``vmem`` or in ``%vm.1``."""
    return re.compile(rf"(?<![\w.%@-]){re.escape(name)}(?![\w-])")


def scrub(text: str, rules: Iterable[Rule]) -> tuple[str, tuple[str, ...]]:
    """Return ``text`` without what ``rules`` find, and which of them found something."""
    found = []
    for rule in rules:
        text, times = rule.pattern.subn(rule.replacement, text)
        if times:
            found.append(rule.what)
    return text, tuple(found)
