from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.report.hlo_texts import ASYNC
from xlagym.evidence.timeline.schedule import is_scheduled
from xlagym.evidence.timeline.transfers import BUSY, Transfer, transfers
from xlagym.report.given.inputs import read_inputs
from xlagym.report.given.matching import match
from xlagym.report.read.counts import ModuleCounts, count
from xlagym.report.read.modules import GivenModule, read_module
from xlagym.report.read.ranking import rankings


def reading(*paths: Path | str, text: str = "") -> GivenModule:
    inputs = read_inputs([*map(str, paths), *(["-"] if text else [])], io.BytesIO(text.encode()))
    (module,) = match(inputs).modules
    return read_module(module)


def counts(*paths: Path | str, text: str = "") -> ModuleCounts:
    return count(reading(*paths, text=text))


def test_the_attention_at_1024_on_v6e_is_as_worked_out_by_hand(attention: Path) -> None:
    found = counts(attention)
    assert (found.computations, found.instructions) == (4, 18)
    assert (found.fusions, found.launched, found.nested) == (3, 1, 2)
    assert (found.kinds, found.kernels, found.spills) == ({"kOutput": 1}, 1, 0)


def test_spills_take_the_stablehlo(attention: Path) -> None:
    assert counts(attention / "optimized.hlo").spills is None
    assert counts(attention / "optimized.hlo", attention / "stablehlo.mlir").spills == 0


def test_without_optimized_hlo_nothing_is_counted(attention: Path) -> None:
    found = counts(attention / "stablehlo.mlir")
    assert (found.name, found.instructions, found.kinds) == ("jit_naive_attention", None, None)


def test_the_passes_of_a_dump_are_read_for_the_origins_of_ops(dump: Path, attention: Path) -> None:
    found = reading(dump, attention / "stablehlo.mlir", attention / "stablehlo.debug.mlir")
    assert found.passes is not None
    assert (found.passes.total, found.passes.changed) == (539, 22)


def test_the_passes_of_a_capture_tell_of_ops_that_vanish(attention: Path) -> None:
    found = reading(attention)
    assert found.origins is not None
    assert (found.origins.total, found.origins.traced) == (14, 14)
    assert found.origins.traced_by_dumps == 13


def test_collectives_count_once_and_those_in_flight_too() -> None:
    found = counts(text=ASYNC)
    assert found.collectives == 2
    assert found.collective_opcodes == {"all-gather": 1, "all-reduce": 1}
    # Without StableHLO the metadata says what is the compiler's own.
    assert found.inserted == 9


def flight(name: str) -> Transfer:
    hlo = reading(text=ASYNC).hlo
    assert hlo is not None
    return next(each for each in transfers(hlo) if each.waits.name == name)


@pytest.mark.parametrize(
    ("name", "what", "between", "size"),
    [
        ("copy-done", "copy", 1, 4096),
        ("late-done", "copy", 0, 4096),
        ("gather-done", "all-gather", 2, 16384),
        ("reduced", "all-reduce", 0, 4096),
    ],
)
def test_what_lies_between_start_and_done(name: str, what: str, between: int, size: int) -> None:
    found = flight(name)
    assert (found.kind, len(found.behind(BUSY)), found.bytes) == (what, between, size)
    assert found.exposed(BUSY) == (between == 0)
    assert found.synchronous == (name == "reduced")


def test_an_order_is_a_schedule_only_where_the_header_says_so() -> None:
    for text, expected in ((ASYNC, True), (ASYNC.replace("is_scheduled=true, ", ""), False)):
        hlo = reading(text=text).hlo
        assert hlo is not None and is_scheduled(hlo) == expected


def test_top_ops_say_what_their_figure_is() -> None:
    found = {each.basis: each for each in rankings(reading(ROOT / "captures" / "mlp@tpu-v6e"))}
    assert list(found) == ["forecast", "compiler's estimate", "arithmetic"]
    forecast = [(row.instruction.name, row.figure) for row in found["forecast"].rows]
    assert forecast == [("add_add_fusion", 55694), ("fusion.21", 39954)]
    hints = [(row.instruction.name, row.figure) for row in found["compiler's estimate"].rows]
    assert hints == [("add_add_fusion", 57860), ("fusion.21", 42545)]


def test_bytes_are_those_of_operands_and_result() -> None:
    (ranking,) = rankings(reading(text=ASYNC))
    figures = {row.instruction.name: row.figure for row in ranking.rows}
    assert figures == {
        "fusion": 8192,
        "reduced": 8192,
        "add": 12288,
        "copy-start": 4096,
        "late-start": 4096,
        "gather-start": 4096,
    }
    assert sum(row.share for row in ranking.rows) == pytest.approx(1)
