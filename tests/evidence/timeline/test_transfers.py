"""Transfers in a schedule: what works between the moment that data set off and the wait."""

from __future__ import annotations

from tests.evidence.texts import hlo
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.timeline.transfers import Role, Transfer, transfers

HAND = """\
HloModule m, is_scheduled=true

%other_core (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  ROOT %all-reduce.9 = f32[8]{0} all-reduce(%p)
}, execution_thread="sparsecore"

ENTRY %main (a: f32[8], b: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %copy-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%a)
  %one = s32[] constant(1)
  %two = s32[] add(%one, %one)
  %room = f32[8]{0} custom-call(), custom_call_target="AllocateBuffer"
  %b = f32[8]{0} parameter(1)
  %copy-done = f32[8]{0:S(1)} copy-done(%copy-start)
  %call-start = ((), (), s32[4]) custom-call-start(), async_execution_thread="sparsecore", \
called_computations={%other_core}
  %work = f32[8]{0} negate(%b)
  %call-update = ((f32[8]), f32[8]{0}, s32[4]) custom-call-update(%call-start, %work)
  %sum = f32[] reduce(%b, %one), to_apply=%other_core
  %call-done = f32[8]{0} custom-call-done(%call-update)
  %all-gather = f32[16]{0} all-gather(%work)
  ROOT %last = f32[8]{0} add(%call-done, %copy-done)
}
"""


def by_start(text: str) -> dict[str, Transfer]:
    return {each.start.name: each for each in transfers(read_hlo(text))}


def test_what_is_between_is_told_apart() -> None:
    copy = by_start(HAND)["copy-start"]
    assert {each.name: its for each, its in copy.roles.items()} == {
        "one": Role.NAME,
        "two": Role.SINGLE,
        "room": Role.NAME,
        "b": Role.NAME,
    }
    assert copy.hides_behind == ()


def test_data_that_are_handed_over_later_set_off_later() -> None:
    call = by_start(HAND)["call-start"]
    assert (call.leaves.name, call.done and call.done.name) == ("call-update", "call-done")
    assert [each.name for each in call.hides_behind] == ["sum"]  # one number, from eight


def test_a_collective_alone_has_no_between_and_other_cores_are_not_walked() -> None:
    found = by_start(HAND)
    assert (found["all-gather"].done, found["all-gather"].between) == (None, ())
    assert set(found) == {"copy-start", "call-start", "all-gather"}


def test_the_pipeline_waits_for_each_permute_without_the_scheduler() -> None:
    def beside(capture: str) -> list[int]:
        return [
            len(each.hides_behind)
            for each in transfers(hlo(capture))
            if each.start.opcode == "collective-permute-start"
        ]

    assert beside("pipeline@tpu-v6e-2x4+no-latency-hiding") == [0, 0, 0, 0]
    assert all(beside("pipeline@tpu-v6e-2x4"))
