"""Five chips as a matrix: who decided alike, which numbers stand there, what has no forecast."""

from __future__ import annotations

import pytest

from tests.places import ROOT
from xlagym.captures.generations import on_every_chip
from xlagym.captures.store import load_store
from xlagym.numbers.constants import read_constants
from xlagym.numbers.tables.chip_matrix import Matrix, chip_matrix
from xlagym.numbers.workbook import Workbook

PROJECT = ROOT


@pytest.fixture(scope="module")
def matrices() -> dict[str, Matrix]:
    store, _ = load_store(PROJECT / "captures")
    constants = read_constants((PROJECT / "content" / "constants.yml").read_text())
    workbook = Workbook(store, constants)
    return {
        variant: chip_matrix(variant, captures, workbook.evaluate, "/chips/x/")
        for variant, captures in on_every_chip(store).items()
    }


def letters(matrix: Matrix, name: str) -> str:
    (row,) = (row for row in matrix.rows if row.name == name)
    return "".join(cell.letter for cell in row.cells)


def test_chips_that_decided_alike_share_a_letter(matrices: dict[str, Matrix]) -> None:
    matrix = matrices["attention-s1024"]
    assert letters(matrix, "kernels") == "abbbb"
    assert letters(matrix, "big") == "abcbb"
    assert letters(matrix, "flights") == "aaaaa"


def test_rows_in_which_all_decided_alike_are_known(matrices: dict[str, Matrix]) -> None:
    differ = [row.name for row in matrices["chain"].rows if not row.alike]
    assert differ == ["converts", "flops", "forecast"]


def test_half_a_forecast_is_none(matrices: dict[str, Matrix]) -> None:
    rows = {row.name: row for row in matrices["attention-s8192"].rows}
    v4, v5e, _, _, ironwood = rows["forecast"].cells
    assert v4.number is None and v4.words.startswith("none: ")
    assert ironwood.number is None and ironwood.words.startswith("none: ")
    assert v5e.number is not None and v5e.number.value == 223109 + 348000


def test_numbers_are_known_by_capture_and_name(matrices: dict[str, Matrix]) -> None:
    ids = [number.id for number in matrices["chain"].numbers]
    assert "chips/chain@tpu-7x/converts" in ids
    assert len(set(ids)) == len(ids)


def test_spots_of_one_sort_stand_together(matrices: dict[str, Matrix]) -> None:
    rows = {row.name: row for row in matrices["chain"].rows}
    to_f32, to_bf16 = rows["converts"].cells[0].spots
    assert (to_f32.text, len(to_f32.lines)) == ("to f32", 3)
    assert (to_bf16.text, len(to_bf16.lines)) == ("to bf16", 1)


def test_a_count_is_that_of_the_lines_beside_it(matrices: dict[str, Matrix]) -> None:
    counted = 0
    for matrix in matrices.values():
        for row in matrix.rows:
            for cell, capture in zip(row.cells, matrix.captures, strict=True):
                if cell.number is not None and cell.spots:
                    lines = [line for spot in cell.spots for line in spot.lines]
                    assert cell.number.value == len(lines), f"{row.name} of {capture}"
                    counted += 1
    assert counted > 150
