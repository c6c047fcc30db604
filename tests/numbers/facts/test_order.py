"""Facts about instructions by name and about passes: order, size, changes, what dumps hold."""

from __future__ import annotations

import pytest

from tests.numbers.workbooks import real_workbook, sheet
from tests.places import ROOT
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.sheets.sheet import Sheet

SHEET = """
let:
  mlp: mlp@tpu-v6e
  near: attention-exp2-s8192@tpu-v6e
numbers:
  start: mlp.hlo.line("copy-start.1")
  matmul: mlp.hlo.line("fusion.21")
  done: mlp.hlo.line("copy-done.1")
  hidden_by: mlp.passes.changes("latency-hiding-scheduler")
  near_hidden_by: near.passes.changes("latency-hiding-scheduler")
  fused: near.passes.changes("tpu_fusion")
  prefetching: mlp.passes.dumps_with("copy-start")
  matmuls: mlp.passes.dumps_with("convolution(")
  texts: mlp.passes.dumps_with("HloModule")
  weights: {is: mlp.hlo.bytes("copy-done.1"), show: MB, digits: 1}
  in_flight: mlp.hlo.bytes("copy-start.1")
  missing: mlp.hlo.line("copy-start.9")
  unknown: mlp.passes.changes("latency-hiding")
claims:
  under_it: start < matmul and matmul < done
"""


@pytest.fixture(scope="module")
def made() -> Sheet:
    return sheet(real_workbook(), SHEET)


@pytest.mark.parametrize("name", ["start", "matmul", "done"])
def test_an_instruction_stands_on_its_line(made: Sheet, name: str) -> None:
    number = made.number(name)
    (reading,) = number.readings
    lines = (ROOT / "captures/mlp@tpu-v6e/optimized.hlo").read_text().splitlines()
    instruction = {"start": "copy-start.1", "matmul": "fusion.21", "done": "copy-done.1"}[name]
    assert lines[int(number.value) - 1].strip().startswith(f"%{instruction} = ")
    assert reading.line == number.value


def test_an_instruction_has_the_size_of_its_result(made: Sheet) -> None:
    assert made.number("weights").text == "8.4 MB"  # bf16[4096,1024]
    counter = 4
    assert made.number("in_flight").value == 2 * 4096 * 1024 * 2 + counter


def test_lines_of_a_schedule_compare(made: Sheet) -> None:
    assert made.claim("under_it").holds


@pytest.mark.parametrize(("name", "value"), [("hidden_by", 0), ("near_hidden_by", 1), ("fused", 2)])
def test_runs_that_changed_the_module(made: Sheet, name: str, value: int) -> None:
    number = made.number(name)
    assert value == number.value
    (reading,) = number.readings
    assert (reading.line is None) == (value > 1)


def test_dumps_that_hold_a_text(made: Sheet) -> None:
    assert made.number("prefetching").value == 0
    assert 0 < int(made.number("matmuls").value) < int(made.number("texts").value)


def test_an_unknown_name_suggests_a_known_one(made: Sheet) -> None:
    with pytest.raises(ProblemError, match=r"no instruction 'copy-start\.9'"):
        made.number("missing")
    with pytest.raises(ProblemError, match="latency-hiding-scheduler"):
        made.number("unknown")
