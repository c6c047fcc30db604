"""Writing a site: whole or not at all."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from xlagym.site import swap
from xlagym.site.swap import write_site

OLD = {"index.html": b"old", "gym/index.html": b"old gym"}
NEW = {"index.html": b"new", "glossary/index.html": b"new glossary"}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_new_site_takes_the_place_of_the_old(tmp_path: Path) -> None:
    write_site(OLD, tmp_path / "site")
    write_site(NEW, tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": content for name, content in NEW.items()}


def test_without_the_system_call_two_renames_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "_exchange_atomically", lambda fresh, output: False)
    write_site(OLD, tmp_path / "site")
    write_site(NEW, tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": content for name, content in NEW.items()}


def test_a_site_caught_between_two_renames_comes_back(tmp_path: Path) -> None:
    write_site(OLD, tmp_path / ".site-old")
    swap._sweep(tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": content for name, content in OLD.items()}


def test_a_file_that_cannot_be_written_leaves_the_old_site(tmp_path: Path) -> None:
    write_site(OLD, tmp_path / "site")
    with pytest.raises(OSError, match="File name too long"):
        write_site({"index.html": b"new", "x" * 300: b"too long a name"}, tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": content for name, content in OLD.items()}


def test_a_build_killed_half_way_leaves_the_old_site(tmp_path: Path) -> None:
    write_site(OLD, tmp_path / "site")
    script = textwrap.dedent(
        """
        import os, pathlib, sys
        from xlagym.site.swap import write_site

        class Deadly(dict):
            def items(self):
                yield "index.html", b"new"
                os.kill(os.getpid(), 9)

        write_site(Deadly(), pathlib.Path(sys.argv[1]))
        """
    )
    died = subprocess.run([sys.executable, "-c", script, str(tmp_path / "site")], check=False)
    assert died.returncode == -9
    assert tree(tmp_path / "site") == OLD
    assert len(list(tmp_path.iterdir())) == 2  # what the dead build left stands beside, not inside
    write_site(NEW, tmp_path / "site")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
