"""Specs that an author gets wrong: each kind says what is wrong and where, and never falls over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook

SPECS = sorted((ROOT / "content" / "gym").glob("*.yml"))
NAMES = ("programs", "targets", "captures")
"""What a station may take its evidence from; each kind takes some of them."""


def problems(told: dict[str, Any], name: str, store: Store, workbook: Workbook) -> list[str]:
    """What is said of a spec; fails where it is taken, or where it ends in a traceback."""
    document = read_yaml(yaml.safe_dump(told), f"content/gym/{name}")
    with pytest.raises(ProblemError) as raised:
        build_station(document, store, workbook.evaluate)
    return [str(problem) for problem in raised.value.problems]


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_nothing_to_ask_about(path: Path, store: Store, workbook: Workbook) -> None:
    told = yaml.safe_load(path.read_text())
    bare = {name: value for name, value in told.items() if name not in NAMES}
    said = problems(bare, path.name, store, workbook)
    assert all(each.startswith(f"content/gym/{path.name}") for each in said)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_evidence_that_is_not_there(path: Path, store: Store, workbook: Workbook) -> None:
    told = yaml.safe_load(path.read_text())
    odd = {"programs": {"no-such": "none"}, "targets": ["tpu-v9"], "captures": ["no-such@cpu"]}
    said = problems(
        told | {name: odd[name] for name in NAMES if name in told}, path.name, store, workbook
    )
    assert all(each.startswith(f"content/gym/{path.name}") for each in said)
    assert any("no-such" in each or "tpu-v9" in each for each in said)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_odd_things_in_the_place_of_names(path: Path, store: Store, workbook: Workbook) -> None:
    told = yaml.safe_load(path.read_text())
    odd = {"programs": {"7": None}, "targets": [[1], {}], "captures": [None, 3.5, {"a": 1}]}
    said = problems(
        told | {name: odd[name] for name in NAMES if name in told}, path.name, store, workbook
    )
    assert all(each.startswith(f"content/gym/{path.name}") for each in said)
