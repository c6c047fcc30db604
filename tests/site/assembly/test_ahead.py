"""Reading ahead helps a cold build, and never stands in its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT
from xlagym.captures.store import load_store
from xlagym.keeping.keeper import Keeper
from xlagym.site.assembly import ahead as module
from xlagym.site.assembly import reading_ahead
from xlagym.site.assembly.ahead import Ahead, Task
from xlagym.site.assembly.project import Project
from xlagym.site.show.evidence_listings import listings

pytestmark = pytest.mark.slow

ONE: Task = ("capture", "mlp@tpu-v6e")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The real one, with a cache of its own."""
    for name in ("content", "captures", "labs"):
        (tmp_path / name).symlink_to(ROOT / name)
    return Project(tmp_path)


@pytest.fixture
def keeper(project: Project) -> Iterator[Keeper]:
    """The build's own, in use."""
    made = Keeper(project.cache)
    store, problems = load_store(project.captures)
    assert problems == []
    store.known_to(made)
    with made.in_use():
        yield made


@pytest.fixture
def ahead(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ahead]:
    """On a machine with two cores, where one task is worth the start."""
    monkeypatch.setattr(module, "FEWEST", 1)
    monkeypatch.setattr(module, "_cores", lambda: 2)
    made = Ahead(project)
    yield made
    made.close()
    assert all(each.returncode is not None for each in made._processes)
    assert made._folder is None or not made._folder.exists()


def is_listed(keeper: Keeper) -> bool:
    return listings.holds(keeper.handle("capture", ONE[1]))


def test_what_is_read_ahead_is_kept(ahead: Ahead, keeper: Keeper) -> None:
    assert not is_listed(keeper)
    ahead.start([ONE])
    ahead.wait(ONE)
    assert is_listed(keeper)


def test_numbers_of_a_station_are_taken_over(ahead: Ahead, keeper: Keeper) -> None:
    station: Task = ("station", "gym/07-fusion-xray.yml")
    ahead.start([station])
    ahead.wait(station)
    made = Counter(each.name.split(" ")[1] for each in keeper.made())
    assert min(made["find"], made["_evaluated"]) > 30
    assert made["station"] == 1


def test_what_cannot_be_read_ahead_is_left_to_the_build(ahead: Ahead, keeper: Keeper) -> None:
    nobody: Task = ("capture", "nobody@cpu")
    ahead.start([nobody, ("station", "gym/nowhere.yml"), ONE])
    for task in (nobody, ("station", "gym/nowhere.yml"), ONE):
        ahead.wait(task)
    assert is_listed(keeper)


@pytest.mark.usefixtures("keeper")
def test_processes_that_die_leave_the_build_alone(ahead: Ahead) -> None:
    ahead.start([ONE])
    for each in ahead._processes:
        each.kill()
    ahead.wait(ONE)


@pytest.mark.usefixtures("keeper")
def test_a_half_written_answer_is_none(ahead: Ahead) -> None:
    ahead.start([ONE])
    assert ahead._folder is not None
    (ahead._folder / "0.done").write_bytes(b"\x80\x05\x95\xff")
    ahead.wait(ONE)


def test_where_no_process_may_be_started_there_is_none(
    project: Project, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr(module, "_started", refuse)
    ahead.start([ONE])
    ahead.wait(ONE)
    assert ahead._processes == []


@pytest.mark.parametrize(("tasks", "cores"), [([], 2), ([ONE], 1)])
def test_little_to_read_or_one_core_starts_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch, tasks: list[Task], cores: int
) -> None:
    monkeypatch.setattr(module, "FEWEST", 1)
    monkeypatch.setattr(module, "_cores", lambda: cores)
    ahead = Ahead(project)
    ahead.start(tasks)
    assert ahead._processes == []
    ahead.close()


def test_a_process_whose_build_is_gone_stops(tmp_path: Path, project: Project) -> None:
    import json

    given = {"root": str(project.root), "parent": -1, "tasks": [ONE]}
    (tmp_path / "tasks.json").write_text(json.dumps(given))
    reading_ahead.main(tmp_path)
    assert not (tmp_path / "0.begun").exists()
