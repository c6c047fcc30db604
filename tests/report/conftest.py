"""Things to make reports of: the project's captures, dumps, small texts made to order."""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.places import ROOT

EVIDENCE = ROOT.parent / "shared" / "evidence"
ATTENTION = ROOT / "captures" / "attention-s1024@tpu-v6e"


@pytest.fixture
def attention() -> Path:
    """The capture of the attention at length 1024 on v6e, whose decisions are known by hand."""
    return ATTENTION


@pytest.fixture(scope="session")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of dumps as the TPU compiler leaves it."""
    folder = tmp_path_factory.mktemp("dump")
    packed = ROOT / "tests" / "fixtures" / "dumps" / "attention-s1024-tpu-v6e.tar.xz"
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture
def shared() -> Callable[[str], Path]:
    """A real profile from the folder beside the project, which not everybody has."""

    def find(name: str) -> Path:
        path = EVIDENCE / name
        if not path.is_file():
            pytest.skip(f"needs {name} in ../shared/evidence, which is not in the project")
        return path

    return find
