"""A process that reads ahead: it does tasks that nobody has begun, as ``ahead.py`` says."""

from __future__ import annotations

import gc
import json
import os
import pickle
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlagym.keeping.keeper import Keeper
from xlagym.site.assembly.ahead import SELDOM, Task
from xlagym.site.assembly.project import Project

if TYPE_CHECKING:
    from xlagym.gym.rounds.station import Station


class _Reader:
    """One such process: what it needs for any task."""

    def __init__(self, project: Project) -> None:
        from xlagym.site.assembly.edition import open_edition

        self._edition = open_edition(project)
        self._unshown: list[Station] = []

    def read(self, task: Task) -> None:
        """Do one task. Raises whatever its evidence gives rise to."""
        kind, name = task
        if kind == "station":
            from xlagym.site.assembly import parts

            station, _ = parts.station(self._edition, name)
            if station is not None:
                self._unshown.append(station)
        else:
            from xlagym.site.show.evidence_listings import listings

            listings(self._edition.store.get(name))

    def show(self) -> None:
        """What the rooms of the stations that were read show; pages ask for it last of all."""

        from xlagym.site.stations.views import room_texts

        while self._unshown:
            station = self._unshown.pop()
            for room in station.rooms:
                room_texts(station.spec.kind, room)


def main(folder: Path) -> None:
    """Do tasks that nobody has begun, as long as there are any and the build is there."""
    gc.set_threshold(*SELDOM)
    given = json.loads((folder / "tasks.json").read_text(encoding="utf-8"))
    project = Project(Path(given["root"]))
    keeper = Keeper(project.cache)
    with keeper.in_use():
        _work(folder, given, keeper, _Reader(project))


def _work(folder: Path, given: Mapping[str, Any], keeper: Keeper, reader: _Reader) -> None:
    for place, (kind, name) in enumerate(given["tasks"]):
        if os.getppid() != given["parent"]:
            return
        try:
            (folder / f"{place}.begun").touch(exist_ok=False)
        except FileExistsError:
            continue
        with suppress(Exception):  # the build meets it again, and tells of it
            reader.read((kind, name))
        _tell(folder / f"{place}.done", keeper)
        with suppress(Exception):
            reader.show()
        _tell(folder / f"{place}.shown", keeper)


def _tell(message: Path, keeper: Keeper) -> None:
    part = message.with_suffix(".part")
    part.write_bytes(pickle.dumps(keeper.made()))
    part.rename(message)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, OSError):
        main(Path(sys.argv[1]))
