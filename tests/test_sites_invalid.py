"""Whole sites that must not build, one a fault; see sites_invalid/README.md."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.captures.signing import sign
from tests.small_site import SITES
from xlagym.inputs.problems import Problem
from xlagym.site.assembly.build import check
from xlagym.site.assembly.project import Project

FAULTS = sorted(path.parent.name for path in SITES.glob("*/expect.txt"))
REST = "..."


def test_the_valid_site_is_valid(small_site: Path) -> None:
    assert check(Project(small_site)) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_fault(fault: str, small_site: Path, tmp_path: Path) -> None:
    site = tmp_path / fault
    shutil.copytree(small_site, site)
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
        sign(path)


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
