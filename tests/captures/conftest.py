"""Stores to damage: real captures, copied."""

from __future__ import annotations

import hashlib
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


def sign(folder: Path, name: str) -> None:
    """Give the manifest the hash and size that the file has now."""
    content = (folder / name).read_bytes()
    manifest = folder / "capture.yml"
    lines = manifest.read_text().split("\n")
    for index, line in enumerate(lines):
        if line.startswith(f"  {name}: "):
            digest = hashlib.sha256(content).hexdigest()
            lines[index] = f"  {name}: {{size: {len(content)}, sha256: {digest}}}"
    manifest.write_text("\n".join(lines))
