"""Building a site: the same bytes each time, whole or not at all."""

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
from tests.small_site import accept
from tests.whole_site import WholeSite, link_project

pytestmark = pytest.mark.slow

TERMS = ("launched-fusion", "big-intermediate", "carrier", "traced-share")
"""Terms that the pages of the station lead to."""
STATION = ROOT / "tests/fixtures/hostile/07-fusion-xray.yml"
"""A station over the one capture of the small site."""
BUILT = (
    r"built \d+ pages from \d+ captures: \d+ numbers traced, \d+ claims held, 0 untraced, "
    r"\d+\.\d s\n"
)


@pytest.fixture
def small(small_site: Path, tmp_path: Path) -> Path:
    """The small site with a station more, its numbers accepted."""
    site = tmp_path / "small"
    shutil.copytree(small_site, site)
    (site / "content/gym").mkdir()
    shutil.copyfile(STATION, site / "content/gym/07-fusion-xray.yml")
    with (site / "content/glossary.yml").open("a") as glossary:
        glossary.writelines(f"{each}: {{is: Told elsewhere., taught: xla/05}}\n" for each in TERMS)
    accept(site)
    return site


def command(project: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "xlagym", "--project", str(project), *arguments]


def run(project: Path, *arguments: str, seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run a command on a project; it must not fail."""
    done = subprocess.run(
        command(project, *arguments),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert done.returncode == 0, done.stderr
    return done


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_nothing_is_wrong_with_the_project(whole_site: WholeSite) -> None:
    assert whole_site.problems == []


def test_builds_of_the_whole_site_are_byte_identical(whole_site: WholeSite, tmp_path: Path) -> None:
    first = tree(whole_site.site)
    assert "l/xla/05-fusion/index.html" in first
    link_project(tmp_path)
    assert re.fullmatch(BUILT, run(tmp_path, seed="2").stdout)  # fills the cache
    assert tree(tmp_path / "site") == first
    assert run(tmp_path, seed="3").returncode == 0  # reads it
    assert tree(tmp_path / "site") == first


def test_builds_are_byte_identical_without_a_cache_too(small: Path) -> None:
    assert re.fullmatch(BUILT, run(small, "build", "--no-cache", seed="1").stdout)
    first = tree(small / "site")
    assert "gym/07-fusion-xray/attention-s1024/tpu-v6e/index.html" in first
    for seed in ("2", "3"):  # fills the cache, reads it
        run(small, seed=seed)
        assert tree(small / "site") == first


def test_a_build_that_is_killed_leaves_a_whole_site(small: Path, tmp_path: Path) -> None:
    run(small, "build", "--no-cache")
    before = tree(small / "site")
    chapter = small / "content/xla/05-fusion/chapter.md"
    chapter.write_text(chapter.read_text().replace("Words that say", "Words which say"))
    twin = tmp_path / "twin"
    shutil.copytree(small, twin)
    started = time.perf_counter()
    run(twin, "build", "--no-cache")
    seconds = time.perf_counter() - started
    after = tree(twin / "site")
    assert after != before
    struck = 0
    for part in (0.2, 0.6, 0.9):
        process = subprocess.Popen(command(small, "build", "--no-cache"), stdout=subprocess.DEVNULL)
        time.sleep(part * seconds)
        process.send_signal(signal.SIGKILL)
        struck += process.wait() == -signal.SIGKILL
        assert tree(small / "site") in (before, after)
    assert struck > 0


def test_a_page_that_is_kept_follows_all_that_it_tells(small: Path) -> None:
    page = small / "site/captures/attention-s1024@tpu-v6e/index.html"
    run(small)
    before = page.read_text()

    template = small / "templates/pages/capture.html"
    template.write_text(template.read_text().replace("Who quotes it", "Quoted by"))
    run(small)
    assert page.read_text() == before.replace("Who quotes it", "Quoted by") != before

    question = "Which ops become one?"
    assert question in before
    for name in ("site.yml", "xla/05-fusion/chapter.md"):
        text = (small / "content" / name).read_text()
        (small / "content" / name).write_text(text.replace(question, "Which ops join?", 1))
    run(small)
    assert "Which ops join?" in page.read_text()
    assert question not in page.read_text()


def test_numbers_json_says_what_pages_say(whole_site: WholeSite) -> None:
    rows = {row["id"]: row for row in json.loads((whole_site.site / "numbers.json").read_text())}
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


def test_the_header_of_the_seed_program(whole_site: WholeSite) -> None:
    rows = json.loads((whole_site.site / "numbers.json").read_text())
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


def test_check_passes_and_writes_nothing_but_what_is_kept(small: Path) -> None:
    before = sorted({path.name for path in small.iterdir()} | {".cache"})
    assert json.loads(run(small, "check", "--json").stdout) == []
    assert sorted(path.name for path in small.iterdir()) == before
