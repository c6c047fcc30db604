"""Names of targets, and the table that they are read by."""

from __future__ import annotations

import pytest

from xlagym.chips.names import chip_id, chip_of, expand, in_words, ran_on, rank, short_name
from xlagym.chips.table import CHIPS, compiled, generations, with_memory

TPUS = ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")


def test_the_table_goes_by_its_own_names() -> None:
    assert all(name == chip.name and chip.kinds for name, chip in CHIPS.items())
    assert generations() == TPUS
    assert compiled() == ("cpu", *TPUS)
    assert [chip.name for chip in with_memory("CMEM")] == ["tpu-v4"]


@pytest.mark.parametrize("target", ["tpu-v6e", "tpu-v6e.run", "tpu-v6e-2x4", "tpu-v6e-2x4.run"])
def test_every_target_of_a_chip_leads_to_it(target: str) -> None:
    assert chip_id(target) == "tpu-v6e"
    assert chip_of(target) is CHIPS["tpu-v6e"]
    assert ran_on(target) is target.endswith(".run")


def test_strangers_have_a_name_and_no_entry() -> None:
    assert chip_of("tpu-v9") is None
    assert (chip_id("tpu-v9-2x4"), short_name("tpu-v9-2x4")) == ("tpu-v9", "v9-2x4")


def test_targets_are_sorted_by_generation() -> None:
    targets = ["tpu-v9", "tpu-7x-4x4x4", "tpu-7x", "tpu-v6e-2x4", "tpu-v6e", "tpu-v5p", "cpu"]
    assert sorted(targets, key=rank) == targets[::-1]


def test_one_word_stands_for_every_generation() -> None:
    assert expand(["cpu", "every-tpu", "tpu-v6e.run"]) == ("cpu", *TPUS, "tpu-v6e.run")


def test_small_numbers_in_words() -> None:
    assert [in_words(count) for count in (0, 1, 5, 20, 21)] == ["no", "one", "five", "twenty", "21"]
