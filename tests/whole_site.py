"""The project's own site, built once for all tests that look at it: pages, bytes, the browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.places import ROOT

PARTS = ("content", "captures", "labs", "templates", "static")
"""What a project is made of."""
BUILD = """
import json, sys
from pathlib import Path
from xlagym.site.assembly.build import assemble
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.swap import write_site

folder = Path(sys.argv[1])
made = assemble(Project(folder), cached=False)
write_site(made.files, folder / "site")
problems = [[each.rule, str(each)] for each in made.problems]
(folder / "problems.json").write_text(json.dumps(problems))
"""
SEED = "1"
"""Of the hashes of the process that builds it: others must come to the same bytes."""


@dataclass(frozen=True, slots=True)
class WholeSite:
    """A folder with the project linked into it, and its site, built without a cache."""

    folder: Path

    @property
    def site(self) -> Path:
        """The pages, in which the tests write nothing."""
        return self.folder / "site"

    @property
    def problems(self) -> list[tuple[str, str]]:
        """What is wrong with it: the rule, and all that is told."""
        return [
            (rule, told) for rule, told in json.loads((self.folder / "problems.json").read_text())
        ]


def link_project(folder: Path) -> None:
    """The real project, with an output and a cache of its own."""
    for name in PARTS:
        (folder / name).symlink_to(ROOT / name)


def build_whole_site(folder: Path) -> None:
    """Link the project into a folder and build it there, in a process of its own."""
    link_project(folder)
    command = [sys.executable, "-c", BUILD, str(folder)]
    environment = {**os.environ, "PYTHONHASHSEED": SEED}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr[-4000:]
