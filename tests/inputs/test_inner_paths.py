"""A name becomes a path inside its folder, or a problem that says where it was read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.inputs.inner_paths import inner_path, is_inner
from xlagym.inputs.problems import ProblemError

LEAVING = ["", "/", "/etc/passwd", "..", "../x", "a/../../x", ".", "./x", "a//b", "a/", "a\\b"]
LEAVING += ["C:x", "C:/x", "a\0b", "a\nb", "a/x\u202etxt", "0/../../../x"]


@pytest.mark.parametrize("name", LEAVING)
def test_what_leaves_the_folder_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as raised:
        inner_path(tmp_path, name, "captures/x/capture.yml", line=7)
    (problem,) = raised.value.problems
    assert (problem.file, problem.line, problem.rule) == ("captures/x/capture.yml", 7, "path")
    assert problem.message == f"'{name}' is no plain path inside the capture's folder"


@pytest.mark.parametrize("name", ["x", "a/b.txt", "mlp@cpu+jax-0.4.38", "..x", "a/...", "é.txt"])
def test_what_lies_inside_is_a_path(name: str, tmp_path: Path) -> None:
    assert inner_path(tmp_path, name, "x") == tmp_path / name


@given(st.text(st.sampled_from("./\\:a\0"), max_size=8))
def test_no_inner_name_leads_out(name: str) -> None:
    if is_inner(name):
        folder = Path("/folder")
        steps = (folder / name).relative_to(folder).parts
        assert steps
        assert ".." not in steps


@pytest.mark.parametrize("name", ["link", "link/x.txt"])
def test_a_link_below_the_folder_is_refused_unless_it_is_the_persons(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    with pytest.raises(ProblemError, match="is no plain path inside the store"):
        inner_path(folder, name, "x", of="the store")
    assert inner_path(folder, name, "x", links=True) == folder / name
