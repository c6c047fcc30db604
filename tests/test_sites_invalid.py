"""Whole sites that must not build, one a fault; see sites_invalid/README.md."""

from __future__ import annotations

import hashlib
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.places import ROOT
from xlagym.inputs.problems import Problem
from xlagym.numbers.accepted.lock import lock_text
from xlagym.site.assembly.build import assemble, check
from xlagym.site.assembly.project import Project

SITES = Path(__file__).parent / "sites_invalid"
FAULTS = sorted(path.parent.name for path in SITES.glob("*/expect.txt"))
SHARED = (
    "captures/attention-s1024@tpu-v6e",
    "labs/programs/attention.py",
    "content/constants.yml",
    "templates",
    "static",
)
PADDING = "Words that say nothing, so that this chapter is as long as chapters have to be. " * 60
REST = "..."


@pytest.fixture(scope="session")
def valid_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site whole, its numbers accepted."""
    site = tmp_path_factory.mktemp("sites") / "valid"
    shutil.copytree(SITES / "valid", site)
    for name in SHARED:
        source, copy = ROOT / name, site / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy) if source.is_dir() else shutil.copyfile(source, copy)
    chapter = site / "content/xla/05-fusion/chapter.md"
    chapter.write_text(f"{chapter.read_text(encoding='utf-8')}\n{PADDING}\n", encoding="utf-8")
    project = Project(site)
    ledger = assemble(project, cached=False).ledger
    project.lock.write_text(lock_text(ledger), encoding="utf-8")
    return site


def test_the_valid_site_is_valid(valid_site: Path) -> None:
    assert check(Project(valid_site)) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_fault(fault: str, valid_site: Path, tmp_path: Path) -> None:
    site = tmp_path / fault
    shutil.copytree(valid_site, site)
    shutil.copytree(
        SITES / fault,
        site,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("expect.txt", "edit.yml"),
    )
    edits = SITES / fault / "edit.yml"
    if edits.exists():
        for edit in yaml.safe_load(edits.read_text(encoding="utf-8")):
            apply(edit, site)
    expected = (SITES / fault / "expect.txt").read_text(encoding="utf-8").splitlines()
    compare(check(Project(site)), expected)


def apply(edit: dict[str, Any], site: Path) -> None:
    """Make one edit; an edit that changes nothing is a fault of the test."""
    if "delete" in edit:
        (site / edit["delete"]).unlink()
        return
    path = site / edit["file"]
    text = path.read_text(encoding="utf-8")
    if "noise" in edit:
        # Bytes that no compression makes smaller, as code, in which digits are quotation.
        changed = f"{text}\n```\n{random.Random(0).randbytes(edit['noise']).hex()}\n```\n"
    elif "append" in edit:
        changed = f"{text}\n{edit['append']}\n"
    else:
        assert text.count(edit["find"]) == 1, f"'{edit['find']}' stands once in {edit['file']}"
        changed = text.replace(edit["find"], edit["replace"])
    path.write_text(changed, encoding="utf-8")
    if edit.get("resign"):
        resign(path)


def resign(path: Path) -> None:
    """Give the manifest the hash and size that the file has now."""
    content = path.read_bytes()
    entry = f"size: {len(content)}, sha256: {hashlib.sha256(content).hexdigest()}"
    manifest = path.parent / "capture.yml"
    pattern = rf"(?m)^(  {re.escape(path.name)}: )\{{size: \d+, sha256: \w+\}}$"
    text, count = re.subn(pattern, rf"\g<1>{{{entry}}}", manifest.read_text(encoding="utf-8"))
    assert count == 1
    manifest.write_text(text, encoding="utf-8")


def compare(problems: list[Problem], expected: list[str]) -> None:
    """Every expectation is met, and no problem is unexpected."""
    told = [str(problem).partition("\n")[0] for problem in problems]
    report = "\n".join(told)
    patterns = [line for line in expected if line and line != REST]
    for pattern in patterns:
        assert any(re.search(pattern, line) for line in told), f"{pattern}\nin\n{report}"
    if REST not in expected:
        unmet = [line for line in told if not any(re.search(each, line) for each in patterns)]
        assert unmet == []
    assert told != []
    assert all(problem.advice for problem in problems)
