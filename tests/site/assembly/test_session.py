"""A session that has built before builds what a fresh one would."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from xlagym.site.assembly.build import Session, assemble
from xlagym.site.assembly.project import Project

CHAPTER = "content/xla/05-fusion/chapter.md"
EDITS: list[tuple[str, Callable[[str], str]]] = [
    (CHAPTER, lambda text: text + "\nOne more line of prose.\n"),
    ("content/site.yml", lambda text: text.replace("tagline: ", "tagline: Another ", 1)),
    ("templates/base.html", lambda text: text.replace("Skip to the page", "To the page")),
    ("static/css/page/base.css", lambda text: text + "\n.added { color: red }\n"),
    (CHAPTER, lambda text: text.replace("\nOne more line of prose.\n", "")),
]


def contents(project: Path) -> tuple[list[str], dict[str, bytes]]:
    """The problems and the files of a build that takes nothing that was kept."""
    made = assemble(Project(project), cached=False)
    files = {name: file.load() for name, file in made.files.items()}
    return [str(problem) for problem in made.problems], files


@pytest.fixture
def project(small_site: Path, tmp_path: Path) -> Path:
    shutil.copytree(small_site, tmp_path / "small", ignore=shutil.ignore_patterns(".cache"))
    return tmp_path / "small"


def test_after_every_edit_all_files_are_those_of_a_clean_build(project: Path) -> None:
    with Session(Project(project)) as session:
        session.assemble()
        for name, change in EDITS:
            path = project / name
            before = path.read_text(encoding="utf-8")
            path.unlink()  # it may be a link to the checkout's
            path.write_text(change(before), encoding="utf-8")
            session.look_again((name,))
            made = session.assemble()
            problems, files = contents(project)
            assert [str(problem) for problem in made.problems] == problems
            assert {file: each.load() for file, each in made.files.items()} == files


def test_what_one_session_keeps_the_next_one_takes(project: Path) -> None:
    for _ in range(2):
        with Session(Project(project)) as session:
            made = session.assemble()
            found = {file: each.load() for file, each in made.files.items()}
        assert found == contents(project)[1]
