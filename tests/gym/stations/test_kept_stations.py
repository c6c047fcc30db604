"""What stations keep follows the spec that it was made for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gym.conftest import PROJECT
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.inputs.located_yaml import read_yaml
from xlagym.keeping.keeper import Keeper
from xlagym.keeping.pickles import digest, pickled
from xlagym.numbers.workbook import Workbook

WALK = "embedding@tpu-v6e"


@pytest.mark.parametrize("name", ["12-pass-quiz", "14-which-pass"])
def test_a_compile_that_is_walked_no_more_is_linked_no_more(
    tmp_path: Path, store: Store, workbook: Workbook, name: str
) -> None:
    text = (PROJECT / f"content/gym/{name}.yml").read_text()

    def built(spec: str) -> tuple[bytes, str]:
        keeper = Keeper(tmp_path)
        store.known_to(keeper)
        workbook.constants.known_to(keeper)
        document = read_yaml(spec, f"content/gym/{name}.yml")
        with keeper.in_use():
            station = build_station(document, store, workbook.evaluate)
        keeper.save(forget=True)
        return pickled(station.rooms), digest(station.rooms)

    link = f"/passes/{WALK}/".encode()
    head, found, tail = text.partition("walks:")
    before, whole = built(text)
    assert link in before
    after, _ = built(head + found + tail.replace(f"- {WALK}\n", "", 1))
    assert link not in after
    assert built(text)[1] == whole
