"""Every capture that holds an optimized module."""

from __future__ import annotations

import pytest

from tests.places import ROOT
from xlagym.captures.capture import Capture
from xlagym.captures.store import load_store


@pytest.fixture(scope="package")
def compiled() -> list[Capture]:
    """The captures with an optimized module, by id."""
    store, problems = load_store(ROOT / "captures")
    assert problems == []
    found = [each for each in store.captures.values() if each.has("optimized.hlo")]
    assert len(found) >= 140
    return found
