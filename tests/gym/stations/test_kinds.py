"""Kinds of stations are found: a folder and a spec make one, and nothing is imported unasked."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import pytest
import yaml

from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import build_station, stations
from xlagym.gym.rounds.station import Station
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook
from xlagym.site.assembly.build import assemble
from xlagym.site.assembly.project import Project

TWENTIETH = ROOT / "tests" / "gym" / "twentieth"
SPEC = TWENTIETH / "09-how-many-lines.yml"
QUICK = ("13-count-the-fusions", "16-which-chip", "18-predict-the-bytes", "19-will-it-fit")
"""Stations that are soon made."""


@pytest.fixture
def twentieth() -> Iterator[None]:
    """The kind under ``kinds`` is one of the gym's."""
    stations.__path__.append(str(TWENTIETH / "kinds"))
    yield
    stations.__path__.pop()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """The project's content, of one capture and without chapters, with one station more."""
    (tmp_path / "static").symlink_to(ROOT / "static")
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    own = tmp_path / "templates" / "stations" / "how_many_lines"
    own.mkdir()
    shutil.copyfile(TWENTIETH / "foot.html", own / "foot.html")
    id = "softmax@cpu"
    shutil.copytree(ROOT / "captures" / id, tmp_path / "captures" / id)
    shutil.copytree(ROOT / "labs" / "programs", tmp_path / "labs" / "programs")
    content = tmp_path / "content"
    (content / "gym").mkdir(parents=True)
    for name in ("glossary.yml", "sources.yml", "constants.yml"):
        shutil.copyfile(ROOT / "content" / name, content / name)
    site = yaml.safe_load((ROOT / "content" / "site.yml").read_text())
    entry = {"number": 9, "slug": "how-many-lines", "title": "How many lines"}
    site["stations"].append({**entry, "summary": "Count them.", "part": "drills"})
    (content / "site.yml").write_text(yaml.safe_dump(site, sort_keys=False))
    shutil.copyfile(SPEC, content / "gym" / SPEC.name)
    return Project(tmp_path)


@pytest.mark.usefixtures("twentieth")
def test_a_folder_and_a_spec_make_a_kind(project: Project) -> None:
    made = assemble(project, cached=False)
    refused = {problem.rule for problem in made.problems} - {"lock", "link"}
    assert refused == set(), made.problems
    room = made.files["gym/09-how-many-lines/softmax/index.html"].load().decode()
    assert 'data-round="09/softmax@cpu/lines"' in room
    assert 'id="r-gym.09.softmax.cpu.lines"' in room
    assert '<p class="xhelp">Counted in softmax@cpu.</p>' in room
    index = made.files["gym/09-how-many-lines/index.html"].load().decode()
    assert 'href="../../gym/09-how-many-lines/softmax/" data-room="09/softmax@cpu/lines=' in index
    (card,) = json.loads(made.files["gym/rounds.json"].load())
    assert (card["id"], card["station"], card["about"]) == (
        "09/softmax@cpu/lines",
        9,
        "softmax on CPU",
    )


def test_another_kind_is_refused(store: Store, workbook: Workbook) -> None:
    document = read_yaml(SPEC.read_text(), f"content/gym/{SPEC.name}")
    with pytest.raises(ProblemError) as raised:
        build_station(document, store, workbook.evaluate)
    (problem,) = raised.value.problems
    assert problem.line == 2
    assert problem.message == "there is no kind 'how-many-lines'"
    assert problem.advice == (
        "write one of: count-fusions, fusion-xray, hidden-or-waiting, pass-quiz, peak-owner, "
        "predict-the-bytes, read-the-op, spot-the-decision, timeline, which-chip, which-pass, "
        "will-it-fit"
    )


def test_a_kind_is_called_as_its_folder() -> None:
    assert [stations.kind(name).KIND for name in stations.kinds()] == stations.kinds()
    with pytest.raises(LookupError, match="there is no kind 'export'"):
        stations.kind("export")


def test_only_kinds_that_are_asked_for_are_imported() -> None:
    code = (
        "import sys\n"
        "from xlagym.gym.stations import kind, kinds\n"
        "import xlagym.gym\n"
        "kinds()\n"
        "before = [name for name in sys.modules if name.startswith('xlagym.gym.stations.')]\n"
        "kind('pass-quiz')\n"
        "found = {n.split('.')[3] for n in sys.modules if n.startswith('xlagym.gym.stations.')}\n"
        "print(before, sorted(found))\n"
    )
    done = run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[] ['pass_quiz']\n"


def renumbered(path: Path, number: int, store: Store, workbook: Workbook) -> Station:
    told = yaml.safe_load(path.read_text()) | {"number": number}
    document = read_yaml(yaml.safe_dump(told), f"content/gym/{number}-{path.stem[3:]}.yml")
    return build_station(document, store, workbook.evaluate)


@pytest.mark.parametrize("name", QUICK)
def test_all_ids_and_paths_begin_with_the_number_of_the_spec(
    name: str, store: Store, workbook: Workbook
) -> None:
    station = renumbered(ROOT / "content" / "gym" / f"{name}.yml", 77, store, workbook)
    assert station.rounds
    assert {each.id.partition("/")[0] for each in station.rounds} == {"77"}
    assert {room.path[:8] for room in station.rooms} == {"/gym/77-"}
    begun = {number.id[:7] for room in station.rooms for number in room.numbers}
    assert begun == {"gym/77/"}
