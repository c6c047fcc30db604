"""What a run of the tests makes once, whichever of its processes asks for it first."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True, slots=True)
class Once:
    """Folders that all processes of one run of the tests share."""

    root: Path

    def folder(self, name: str, make: Callable[[Path], object]) -> Path:
        """The folder ``name``, filled by ``make`` if no other process has done so before.

        Who comes while it is being made waits. What was left half made is made again.
        """
        folder, done = self.root / name, self.root / f"{name}.done"
        with (self.root / f"{name}.lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                done.touch()
        return folder


def once_for(config: pytest.Config, factory: pytest.TempPathFactory) -> Once:
    """The shared folders: beside those of the worker processes, where there are any."""
    mine = factory.getbasetemp()
    root = (mine.parent if hasattr(config, "workerinput") else mine) / "once"
    root.mkdir(exist_ok=True)
    return Once(root)
