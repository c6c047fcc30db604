"""Reading ahead: while a cold build goes on, other processes fill the cache that it reads from.

A task is a station or a capture; the process that makes its file first does it. Whatever goes wrong
in one is no harm: what the cache doesn't hold, the build itself reads, and says what is wrong.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from xlagym.child_python import child_python
from xlagym.keeping.keeper import current
from xlagym.site.assembly.project import Project

if TYPE_CHECKING:
    pass

FEWEST = 8
"""Tasks that are worth the start of other processes."""
MOST = 8
"""Processes; each holds some hundred megabytes."""

SELDOM = (20_000, 20, 20)
"""Thresholds of the collector of cycles while evidence is read, and kept to the end."""

type Task = tuple[str, str]
"""``("station", FILE)``, FILE in content/, or ``("capture", ID)``."""


class Ahead:
    """Processes that read ahead for one build, until ``close``."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._folder: Path | None = None
        self._places: dict[Task, int] = {}
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, tasks: Sequence[Task]) -> None:
        """Begin with ``tasks``, in their order, if they are worth it and there is a core to spare.

        Where no process may be started, none is.
        """
        cores = min(_cores(), MOST)
        if len(tasks) < FEWEST or cores < 2:
            return
        with suppress(OSError):
            self._folder = Path(tempfile.mkdtemp(prefix="xlagym-"))
            given = {"root": str(self._project.root), "parent": os.getpid(), "tasks": tasks}
            (self._folder / "tasks.json").write_text(json.dumps(given), encoding="utf-8")
            self._places = {task: place for place, task in enumerate(tasks)}
            for _ in range(cores):
                self._processes.append(_started(self._folder))

    def wait(self, task: Task) -> None:
        """Return once nobody is at ``task`` any more; the keeper takes over what was read."""
        place = self._places.pop(task, None)
        if place is None or self._folder is None:
            return
        done = self._folder / f"{place}.done"
        while not done.exists() and any(each.poll() is None for each in self._processes):
            time.sleep(0.002)
        _hear(done)

    def gather(self) -> None:
        """Take over what the rooms of stations show, as far as it has been made."""
        if self._folder is not None:
            for shown in self._folder.glob("*.shown"):
                _hear(shown)

    def close(self) -> None:
        """End what still runs."""
        for each in self._processes:
            each.kill()
        for each in self._processes:
            each.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _hear(message: Path) -> None:
    keeper = current()
    if keeper is not None:
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            keeper.take(pickle.loads(message.read_bytes()))


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _started(folder: Path) -> subprocess.Popen[bytes]:
    """A process with exactly this code; it has nothing to say to people."""
    package = Path(__file__).parents[3]
    path = os.pathsep.join([str(package), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        child_python("xlagym.site.assembly.reading_ahead", str(folder)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
