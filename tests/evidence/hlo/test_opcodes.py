"""Opcodes that are no work: the table against the backend's forecasts, and what each asks of it."""

from __future__ import annotations

from tests.evidence.texts import compiled, hlo, text
from xlagym.evidence.hlo.fusions import executed_computations
from xlagym.evidence.hlo.instruction import Instruction
from xlagym.evidence.hlo.opcodes import (
    BOOKKEEPING,
    IDLE,
    IDLE_TARGETS,
    KNOWN,
    NAMES,
    NO_TIME,
    has_no_traffic,
    is_known,
    takes_no_time,
)
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.reports.forecast import read_forecast

CALLS = """\
HloModule m

ENTRY %main (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %room = f32[8]{0} custom-call(), custom_call_target="AllocateBuffer"
  %kernel = f32[8]{0} custom-call(%a), custom_call_target="tpu_custom_call"
  %numbers = s32[8]{0} iota(), iota_dimension=0
  %loop = f32[8]{0} while(%kernel), condition=%c, body=%b
  ROOT %next = f32[8]{0} copy(%loop)
}
"""


def test_the_backend_forecasts_nothing_for_what_takes_no_time() -> None:
    told: dict[str, list[int]] = {}
    for id in compiled(having="forecast.json"):
        forecast = read_forecast(text(id, "forecast.json"))
        for computation in executed_computations(hlo(id)):
            for each in computation.instructions:
                if takes_no_time(each):
                    told.setdefault(each.opcode, []).append(forecast.ops.get(each.name, 0))
    assert {opcode for opcode, cycles in told.items() if any(cycles)} == set()
    assert sum(map(len, told.values())) > 400


def test_what_works_has_a_forecast() -> None:
    """In the entry of a module that has one: the table leaves out nothing that takes time."""
    working = {"broadcast", "convert", "copy", "fusion", "reduce", "reshape", "all-to-all"}
    found: dict[str, int] = {}
    for id in compiled(having="forecast.json"):
        forecast = read_forecast(text(id, "forecast.json"))
        for each in hlo(id).entry.instructions:
            if forecast.ops.get(each.name):
                assert not takes_no_time(each), each.text
                found[each.opcode] = found.get(each.opcode, 0) + 1
    assert working <= set(found)


def test_what_each_asks() -> None:
    assert {
        "add-dependency", "bitcast", "constant", "get-tuple-element", "opt-barrier", "parameter",
        "tuple",
    } == NAMES  # fmt: skip
    assert NAMES | {"after-all", "partition-id", "replica-id"} == NO_TIME
    assert NAMES | {"copy", "copy-start", "copy-done"} == BOOKKEEPING
    assert set(IDLE_TARGETS) == {"AllocateBuffer", "ConcatBitcast", "NopReturnToken"}


def test_custom_calls_are_told_apart_by_their_target() -> None:
    module = read_hlo(CALLS)

    def those(which: list[Instruction]) -> list[str]:
        return [each.name for each in which]

    entry = module.entry.instructions
    assert those([each for each in entry if takes_no_time(each)]) == ["a", "room"]
    assert those([each for each in entry if has_no_traffic(each)]) == ["a", "room", "loop"]


def test_every_opcode_of_the_table_is_one_of_xlas() -> None:
    assert all(map(is_known, IDLE))
    assert not is_known("fuse")
    assert is_known("all-gather-start") and "all-gather-start" not in KNOWN
