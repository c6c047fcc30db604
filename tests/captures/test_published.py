"""A published figure names a source that the project lists."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.captures.conftest import PROJECT
from tests.captures.signing import sign
from xlagym.captures.published import unsourced
from xlagym.captures.store import load_store

PUBLISHED = "attention-s8192@tpu-v6e.published"


def test_every_figure_of_the_project_is_sourced() -> None:
    store, _ = load_store(PROJECT / "captures")
    assert list(unsourced(store, ["XLA-three-accounts", "XLA-gym-page"])) == []


def test_an_unknown_source_is_named_with_its_line(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "captures" / PUBLISHED, tmp_path / PUBLISHED)
    (tmp_path / PUBLISHED / "figures.yml").write_text(
        "a: {is: 1, source: A, says: one}\nb: {is: 2, source: B, says: two}\n"
    )
    sign(tmp_path / PUBLISHED / "figures.yml")
    store, problems = load_store(tmp_path)
    assert problems == []
    (problem,) = unsourced(store, ["A"])
    assert (problem.line, problem.rule) == (2, "source")
    assert problem.message == "'b' cites 'B', which sources.yml does not list"


def test_figures_that_can_not_be_read_are_named(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "captures" / PUBLISHED, tmp_path / PUBLISHED)
    (tmp_path / PUBLISHED / "figures.yml").write_text("a: 1\n")
    sign(tmp_path / PUBLISHED / "figures.yml")
    (problem,) = unsourced(load_store(tmp_path)[0], [])
    assert problem.message == "'a' is no figure"
