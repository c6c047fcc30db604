"""Stores to damage: real captures, copied."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.places import ROOT
from xlagym.captures.store import Store, load_store

PROJECT = ROOT
ATTENTION = "attention-s1024@tpu-v6e"
REFUSED = "matmul-tile-2048@tpu-v6e"


@pytest.fixture(scope="session")
def store() -> Store:
    """The project's own store, which must be without a fault."""
    loaded, problems = load_store(PROJECT / "captures")
    assert problems == []
    return loaded


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small store: one compiled capture, one refused."""
    copy = tmp_path / "captures"
    for name in (ATTENTION, REFUSED):
        shutil.copytree(PROJECT / "captures" / name, copy / name)
    return copy


@pytest.fixture
def edit(root: Path) -> Callable[[str, str], None]:
    """Replace one text in the manifest of the compiled capture."""

    def replace(old: str, new: str) -> None:
        path = root / ATTENTION / "capture.yml"
        text = path.read_text()
        assert text.count(old) == 1, f"'{old}' stands {text.count(old)} times"
        path.write_text(text.replace(old, new))

    return replace
