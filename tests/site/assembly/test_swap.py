"""Writing a site: whole or not at all."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from xlagym.inputs.problems import ProblemError
from xlagym.site.assembly import swap
from xlagym.site.assembly.swap import SiteFile

OLD = {"index.html": b"old", "gym/index.html": b"old gym"}
NEW = {"index.html": b"new", "glossary/index.html": b"new glossary"}


def write_site(files: dict[str, bytes], output: Path, record: Path | None = None) -> None:
    swap.write_site({name: SiteFile.of(each) for name, each in files.items()}, output, record)


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


def test_what_is_unchanged_is_linked_and_what_changed_is_written(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site({**OLD, "same.json": b"{}", "longer.json": b"[]"}, site)
    before = {path.name: path.stat().st_ino for path in site.glob("*.json")}
    (site / "longer.json").write_bytes(b"[1")  # as long as it was, and not what was written
    write_site({**NEW, "same.json": b"{}", "longer.json": b"[]"}, site)
    after = {path.name: path.stat().st_ino for path in site.glob("*.json")}
    assert after["same.json"] == before["same.json"]
    assert after["longer.json"] != before["longer.json"]
    assert tree(site) == {**NEW, "same.json": b"{}", "longer.json": b"[]"}
    assert (site / "same.json").stat().st_nlink == 1


def test_a_link_in_the_old_site_is_not_kept(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_site(OLD, site)
    (tmp_path / "mine").write_bytes(b"new")
    (site / "index.html").unlink()
    (site / "index.html").symlink_to(tmp_path / "mine")
    write_site(NEW, site)
    assert not (site / "index.html").is_symlink()


def test_a_file_system_without_such_links_gets_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("Operation not permitted")

    write_site(OLD, tmp_path / "site")
    monkeypatch.setattr("os.link", refuse)
    write_site(OLD, tmp_path / "site")
    assert tree(tmp_path / "site") == OLD


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
    with pytest.raises(ProblemError, match="File name too long"):
        write_site({"index.html": b"new", "x" * 300: b"too long a name"}, tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": content for name, content in OLD.items()}


def test_a_build_killed_half_way_leaves_the_old_site(tmp_path: Path) -> None:
    write_site(OLD, tmp_path / "site")
    script = textwrap.dedent(
        """
        import os, pathlib, sys
        from xlagym.site.assembly.swap import SiteFile, write_site

        class Deadly(dict):
            def items(self):
                yield "index.html", SiteFile.of(b"new")
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


@pytest.mark.parametrize("name", ["../evil.html", "l/../../evil.html", "/evil.html"])
def test_no_page_lies_outside_the_site(tmp_path: Path, name: str) -> None:
    write_site(OLD, tmp_path / "site")
    with pytest.raises(ProblemError, match="would lie outside"):
        write_site({"index.html": b"new", name: b"evil"}, tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": content for name, content in OLD.items()}


def test_a_file_in_its_place_stays(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with pytest.raises(ProblemError, match="it is no folder"):
        write_site(NEW, tmp_path / "site")
    assert tree(tmp_path) == {"site": b"mine"}


@pytest.mark.parametrize("target", ["elsewhere", "nowhere"])
def test_a_link_in_its_place_stays(tmp_path: Path, target: str) -> None:
    write_site(OLD, tmp_path / "elsewhere")
    (tmp_path / "site").symlink_to(target)
    with pytest.raises(ProblemError, match="it is no folder"):
        write_site(NEW, tmp_path / "site")
    assert (tmp_path / "site").is_symlink()
    assert tree(tmp_path / "elsewhere") == OLD
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["photo.png", ".git"])
def test_what_is_no_site_stays(tmp_path: Path, name: str) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / name).write_bytes(b"mine")
    with pytest.raises(ProblemError, match="something else than a built site"):
        write_site(NEW, tmp_path / "site")
    assert tree(tmp_path) == {f"site/{name}": b"mine"}


def test_a_checkout_of_a_branch_is_no_site(tmp_path: Path) -> None:
    write_site(OLD | {".git": b"gitdir: elsewhere"}, tmp_path / "site")
    with pytest.raises(ProblemError, match="something else than a built site"):
        write_site(NEW, tmp_path / "site")


def test_an_empty_folder_may_become_a_site(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    write_site(NEW, tmp_path / "site")
    assert tree(tmp_path / "site") == NEW


def test_two_builds_at_once_leave_one_of_the_two_sites(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import pathlib, sys
        from xlagym.site.assembly.swap import SiteFile, write_site

        own = SiteFile.of(sys.argv[2].encode())
        files = {"index.html": SiteFile.of(b""), **{f"{n}/index.html": own for n in range(40)}}
        for _ in range(10):
            write_site(files, pathlib.Path(sys.argv[1]))
        """
    )
    command = [sys.executable, "-c", script, str(tmp_path / "site")]
    both = [subprocess.Popen([*command, name]) for name in ("one", "two")]
    assert [each.wait() for each in both] == [0, 0]
    contents = {content for content in tree(tmp_path / "site").values() if content}
    assert contents in ({b"one"}, {b"two"})
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
