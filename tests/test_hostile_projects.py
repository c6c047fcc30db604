"""Projects that somebody broke, by accident or with intent: told by name, never a traceback."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.test_sites_invalid import resign, valid_site
from xlagym.site.build import assemble
from xlagym.site.project import Project

__all__ = ["valid_site"]
LOCK = "content/numbers.lock"
CAPTURE = "captures/attention-s1024@tpu-v6e"
CHAPTER = "content/xla/05-fusion/chapter.md"
STATION = Path(__file__).parent / "fixtures/hostile/07-fusion-xray.yml"
"""A station over the one capture of the site."""


@pytest.fixture
def site(valid_site: Path, tmp_path: Path) -> Path:
    """A copy of the valid site to break."""
    return Path(shutil.copytree(valid_site, tmp_path / "site-to-break"))


def told(site: Path) -> list[str]:
    """The problems of a site, each in one line."""
    problems = assemble(Project(site), cached=False).problems
    assert all(problem.advice for problem in problems)
    return [str(problem).partition("\n")[0] for problem in problems]


def run(site: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a site, in a process of its own; it must not show a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "xlagym", "--project", str(site), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


def binary(path: Path) -> None:
    path.write_bytes(b"\n" + bytes(range(128, 256)))


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


FILES = (
    "content/site.yml",
    "content/sources.yml",
    "content/glossary.yml",
    "content/constants.yml",
    LOCK,
    "content/xla/05-fusion/numbers.yml",
    CHAPTER,
    "labs/programs/attention.py",
    "templates/base.html",
    "static/css/base.css",
    "static/js/theme.js",
)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("harm", [binary, folder])
def test_something_else_than_a_text(site: Path, file: str, harm: Callable[[Path], None]) -> None:
    harm(site / file)
    first = told(site)[0]
    assert Path(file).name in first or Path(file).stem in first
    if harm is binary:
        assert first == (
            f"{file}:2: {'stale' if 'labs' in file else 'input'}: it is no UTF-8: the byte 0x80 "
            "can't stand where it does"
        )


@pytest.mark.parametrize("file", FILES)
def test_what_other_editors_write(site: Path, file: str) -> None:
    text = (site / file).read_text(encoding="utf-8")
    (site / file).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert told(site) == []


HARMS: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 50,
    "words": lambda _: b"just words\n",
    "half": lambda content: content[: len(content) // 2],
    "twice": lambda content: content + content,
    "upside down": lambda content: b"\n".join(content.split(b"\n")[::-1]),
    "huge figures": lambda content: re.sub(rb"\d+", b"9" * 30, content),
    "negative figures": lambda content: re.sub(rb"(\d+)", rb"-\1", content),
    "brackets": lambda _: b"[" * 200_000,
    "carriage returns": lambda content: content.replace(b"\n", b"\r"),
}
"""What may become of a file of evidence, its hash signed again."""


@pytest.mark.parametrize("harm", HARMS)
def test_evidence_made_up_and_signed(site: Path, harm: str) -> None:
    folder = site / CAPTURE
    (site / "content/gym").mkdir()
    shutil.copyfile(STATION, site / "content/gym/07-fusion-xray.yml")
    for path in sorted(folder.iterdir()):
        if path.name == "capture.yml":
            continue
        whole, manifest = path.read_bytes(), (folder / "capture.yml").read_text(encoding="utf-8")
        path.write_bytes(HARMS[harm](whole))
        resign(path)
        told(site)
        path.write_bytes(whole)
        (folder / "capture.yml").write_text(manifest, encoding="utf-8")


def test_a_lock_in_the_middle_of_a_merge(site: Path) -> None:
    lock = site / LOCK
    whole = lock.read_text(encoding="utf-8")
    line = next(each for each in whole.split("\n") if each.startswith("xla/05/moved"))
    other = line.replace("4726848", "4726849")
    lock.write_text(
        whole.replace(line, f"<<<<<<< HEAD\n{line}\n=======\n{other}\n>>>>>>> theirs"),
        encoding="utf-8",
    )
    problems = told(site)
    assert [each.partition(": ")[2] for each in problems] == [
        "lock: the line is where git left two versions to choose from",
        "lock: the line is where git left two versions to choose from",
        "lock: the line has 'xla/05/moved' a second time",
        "lock: the line is where git left two versions to choose from",
    ]
    assert run(site, "numbers").returncode == 1
    accepted = run(site, "numbers", "--accept")
    assert accepted.returncode == 0, accepted.stderr
    assert lock.read_text(encoding="utf-8") == whole


def test_an_older_lock_that_git_does_not_have(site: Path, tmp_path: Path) -> None:
    outside = run(site, "numbers", "--against", "HEAD")
    assert outside.returncode == 1
    assert "git has no lock at 'HEAD': fatal: not a git repository" in outside.stderr
    without = run(site, "numbers", "--against", "HEAD", PATH="")
    assert "git: lock: it is not installed" in without.stderr
    subprocess.run(["git", "init", "-q", str(site)], check=True)
    for revision in ("HEAD", "nowhere", "", "-h", f"--output={tmp_path}/written"):
        done = run(site, "numbers", f"--against={revision}")
        assert done.returncode == 1
        assert f"git has no lock at '{revision}'" in done.stderr
    assert not (tmp_path / "written:").exists()


def test_the_terminal_shows_no_control_sequences(site: Path) -> None:
    name = "\x1b[2J\u202egnihton\udcff"
    (site / "captures" / os.fsencode(name).decode("utf-8", "surrogateescape")).mkdir()
    done = run(site, "check", PYTHONIOENCODING="ascii:strict", LC_ALL="C")
    assert done.returncode == 1
    assert r"captures/\x1b[2J\u202egnihton\udcff/capture.yml: manifest:" in done.stderr
