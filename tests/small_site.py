"""A site as small as one can be: one chapter, one capture; see sites_invalid/README.md."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.places import ROOT
from xlagym.numbers.accepted.lock import lock_text
from xlagym.site.assembly.build import assemble
from xlagym.site.assembly.project import Project

SITES = ROOT / "tests" / "sites_invalid"
SHARED = (
    "captures/attention-s1024@tpu-v6e",
    "labs/programs/attention.py",
    "content/constants.yml",
    "templates",
    "static",
)
"""What it takes from the project's own site."""
PADDING = "Words that say nothing, so that this chapter is as long as chapters have to be. " * 60


def lay_down_small_site(site: Path) -> None:
    """The small site whole, its numbers accepted."""
    shutil.copytree(SITES / "valid", site, dirs_exist_ok=True)
    for name in SHARED:
        source, copy = ROOT / name, site / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy) if source.is_dir() else shutil.copyfile(source, copy)
    chapter = site / "content/xla/05-fusion/chapter.md"
    chapter.write_text(f"{chapter.read_text(encoding='utf-8')}\n{PADDING}\n", encoding="utf-8")
    accept(site)


def accept(site: Path) -> None:
    """Accept all numbers of a site as they are."""
    project = Project(site)
    ledger = assemble(project, cached=False).ledger
    project.lock.write_text(lock_text(ledger), encoding="utf-8")
