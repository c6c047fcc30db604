"""Building the real site: the same bytes each time, whole or not at all."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.places import ROOT

PARTS = ("content", "captures", "labs", "templates", "static")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real project, with an output and a cache of its own."""
    folder = tmp_path_factory.mktemp("project")
    for name in PARTS:
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(project: Path, *arguments: str, seed: str = "0") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "xlagym", "--project", str(project), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_builds_are_byte_identical_and_survive_being_killed(project: Path) -> None:
    cold = run(project, "build", "--no-cache", seed="1")
    assert cold.returncode == 0, cold.stderr
    assert re.fullmatch(
        r"built \d+ pages from \d+ captures: \d+ numbers traced, \d+ claims held, 0 untraced, "
        r"\d+\.\d s\n",
        cold.stdout,
    )
    first = tree(project / "site")
    assert "l/xla/05-fusion/index.html" in first

    assert run(project, seed="2").returncode == 0  # fills the cache
    assert tree(project / "site") == first
    assert run(project, seed="3").returncode == 0  # reads it
    assert tree(project / "site") == first

    command = [sys.executable, "-m", "xlagym", "--project", str(project), "build", "--no-cache"]
    for seconds in (0.2, 0.8, 2.0):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert tree(project / "site") == first


def test_a_page_that_is_kept_follows_all_that_it_tells(project: Path, tmp_path: Path) -> None:
    if not (project / ".cache").exists():
        assert run(project).returncode == 0
    shutil.copytree(project / ".cache", tmp_path / ".cache")
    for name in PARTS:
        shutil.copytree(ROOT / name, tmp_path / name)
    page = tmp_path / "site/captures/attention-s1024@tpu-v6e/index.html"
    assert run(tmp_path).returncode == 0
    before = page.read_text()

    template = tmp_path / "templates/pages/capture.html"
    template.write_text(template.read_text().replace("Who quotes it", "Quoted by"))
    assert run(tmp_path).returncode == 0
    assert page.read_text() == before.replace("Who quotes it", "Quoted by")

    question = "Which ops become one, and what stops it?"
    assert question in before
    for name in ("site.yml", "xla/05-fusion/chapter.md"):
        text = (tmp_path / "content" / name).read_text()
        (tmp_path / "content" / name).write_text(text.replace(question, "Which ops join?", 1))
    assert run(tmp_path).returncode == 0
    assert "Which ops join?" in page.read_text()
    assert question not in page.read_text()


def test_numbers_json_says_what_pages_say(project: Path) -> None:
    if not (project / "site").exists():
        assert run(project).returncode == 0
    rows = {row["id"]: row for row in json.loads((project / "site/numbers.json").read_text())}
    launched = rows["gym/07/attention-s1024@tpu-v6e/launched"]
    assert launched["value"] == 1
    assert launched["basis"] == "compiled"
    assert launched["page"] == "/gym/07-fusion-xray/attention-s1024/tpu-v6e/"
    (source,) = launched["sources"]
    manifest = (ROOT / "captures" / source["capture"] / "capture.yml").read_text()
    assert source["capture"] == "attention-s1024@tpu-v6e"
    assert source["file"] == "optimized.hlo"
    assert source["sha256"] in manifest
    keys = {"id", "page", "text", "value", "unit", "basis", "expression", "sources"}
    assert all(keys <= row.keys() for row in rows.values())


def test_the_header_of_the_seed_program(project: Path) -> None:
    if not (project / "site").exists():
        assert run(project).returncode == 0
    rows = json.loads((project / "site/numbers.json").read_text())
    prefix = "gym/07/attention-s1024@tpu-v6e/"
    header = {
        row["id"].removeprefix(prefix): row["value"] for row in rows if row["id"].startswith(prefix)
    }
    assert header["lines_in"] == 21
    assert header["instructions"] == 18
    assert (header["launched"], header["nested"]) == (1, 2)
    assert header["carriers"] == 3
    assert header["spills"] == 0
    assert header["space"] == "VMEM"


def test_check_passes_and_writes_nothing(project: Path) -> None:
    before = sorted(path.name for path in project.iterdir())
    done = run(project, "check", "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, [])
    assert sorted(path.name for path in project.iterdir()) == before
