"""Transfers in a schedule: what works between the moment that data set off and the wait."""

from __future__ import annotations

from time import perf_counter

from tests.evidence.texts import hlo
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.timeline.order import TransferRole
from xlagym.evidence.timeline.transfers import BUSY, WORKING, Transfer, transfers

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
        "one": TransferRole.NAME,
        "two": TransferRole.SINGLE,
        "room": TransferRole.NAME,
        "b": TransferRole.NAME,
    }
    assert copy.behind(WORKING) == ()


def test_data_that_are_handed_over_later_set_off_later() -> None:
    call = by_start(HAND)["call-start"]
    assert (call.leaves.name, call.done and call.done.name) == ("call-update", "call-done")
    assert [each.name for each in call.behind(WORKING)] == ["sum"]  # one number, from eight


def test_a_collective_alone_has_no_between_and_other_cores_are_not_walked() -> None:
    found = by_start(HAND)
    assert (found["all-gather"].done, found["all-gather"].between) == (None, ())
    assert set(found) == {"copy-start", "call-start", "all-gather"}


def test_the_pipeline_waits_for_each_permute_without_the_scheduler() -> None:
    def beside(capture: str) -> list[int]:
        return [
            len(each.behind(WORKING))
            for each in transfers(hlo(capture))
            if each.start.opcode == "collective-permute-start"
        ]

    assert beside("pipeline@tpu-v6e-2x4+no-latency-hiding") == [0, 0, 0, 0]
    assert all(beside("pipeline@tpu-v6e-2x4"))


LOOP = """\
HloModule m, is_scheduled=true

%turn (p: (s32[], ((f32[8]), f32[4], s32[]), f32[8])) -> (s32[], ((f32[8])…), f32[8]) {
  %p = (s32[], ((f32[8]), f32[4], s32[]), f32[8]) parameter(0)
  %handed = ((f32[8]), f32[4], s32[]) get-tuple-element(%p), index=1
  %early = f32[8]{0} negate(%x)
  %turn-done = f32[4]{0} slice-done(%handed)
  %x = f32[8]{0} get-tuple-element(%p), index=2
  %used = f32[8]{0} pad(%turn-done, %x)
  %again-start = ((f32[8]), f32[4], s32[]) slice-start(%x), slice={[0:4]}
  %late = f32[8]{0} negate(%used)
  %n = s32[] get-tuple-element(%p), index=0
  ROOT %next = (s32[], ((f32[8]), f32[4], s32[]), f32[8]) tuple(%n, %again-start, %late)
}

%more (q: (s32[], ((f32[8]), f32[4], s32[]), f32[8])) -> pred[] {
  %q = (s32[], ((f32[8]), f32[4], s32[]), f32[8]) parameter(0)
  ROOT %go = pred[] constant(true)
}

ENTRY %main (a: f32[8], n: s32[]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %n.1 = s32[] parameter(1)
  %first-start = ((f32[8]), f32[4], s32[]) slice-start(%a), slice={[0:4]}
  %beside = f32[8]{0} negate(%a)
  %given = (s32[], ((f32[8]), f32[4], s32[]), f32[8]) tuple(%n.1, %first-start, %beside)
  %loop = (s32[], ((f32[8]), f32[4], s32[]), f32[8]) while(%given), condition=%more, body=%turn
  %left = ((f32[8]), f32[4], s32[]) get-tuple-element(%loop), index=1
  %last-done = f32[4]{0} slice-done(%left)
  ROOT %made = f32[8]{0} get-tuple-element(%loop), index=2
}
"""


def test_a_loop_hands_a_transfer_on_to_its_next_turn() -> None:
    found = by_start(LOOP)
    assert set(found) == {"first-start", "again-start"}
    first, again = found["first-start"], found["again-start"]
    assert first.handed_on and again.handed_on
    assert first.waits.name == again.waits.name == "turn-done"
    assert [each.name for each in first.behind(WORKING)] == ["beside", "early"]
    assert [each.name for each in again.behind(WORKING)] == ["late", "early"]


def test_where_nothing_in_sight_waits_nobody_says_that_it_is_exposed() -> None:
    torn = LOOP.replace("tuple(%n, %again-start, %late)", "tuple(%n, %p, %late)")
    again = by_start(torn)["again-start"]
    assert (again.done, again.in_sight, again.synchronous) == (None, False, False)
    assert not again.exposed(WORKING) and not again.hides(WORKING)


def test_a_send_is_started_too() -> None:
    text = HAND.replace("copy-start(%a)", "send(%a)").replace(
        "copy-done(%copy-start)", "send-done(%copy-start)"
    )
    send = by_start(text)["copy-start"]
    assert (send.kind, send.waits.name, send.synchronous) == ("send", "copy-done", False)


def test_what_counts_beside_it_is_asked() -> None:
    text = HAND.replace("custom-call-update(%call-start, %work)", "custom-call-update(%call-start)")
    text = text.replace("%sum = f32[] reduce(%b, %one)", "%sum = f32[8]{0} all-reduce(%b)")
    call = by_start(text.replace("%work = f32[8]{0} negate(%b)", ""))["call-start"]
    assert call.exposed(WORKING) and not call.hides(WORKING)
    assert [each.name for each in call.behind(BUSY)] == ["sum"]


def test_a_loop_works_where_something_in_it_does() -> None:
    idle = """\
HloModule m, is_scheduled=true

%turn (p: s32[]) -> s32[] {
  %p = s32[] parameter(0)
  ROOT %next = s32[] add(%p, %p)
}

%more (q: s32[]) -> pred[] {
  %q = s32[] parameter(0)
  ROOT %go = pred[] constant(true)
}

ENTRY %main (a: f32[8], n: s32[]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %n = s32[] parameter(1)
  %copy-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%a)
  %loop = s32[] while(%n), condition=%more, body=%turn
  ROOT %copy-done = f32[8]{0:S(1)} copy-done(%copy-start)
}
"""
    copy = by_start(idle)["copy-start"]
    assert copy.roles == {copy.between[0]: TransferRole.SINGLE}
    busy = idle.replace("s32[] add(%p, %p)", "s32[] all-reduce(%p), to_apply=%turn")
    assert set(by_start(busy)["copy-start"].roles.values()) == {TransferRole.WAIT}
    working = idle.replace("  ROOT %next", "  %wide = s32[8]{0} broadcast(%p)\n  ROOT %next")
    assert set(by_start(working)["copy-start"].roles.values()) == {TransferRole.WORK}


def test_a_transfer_is_called_by_what_it_does() -> None:
    kinds = {
        each.start.name: each.kind
        for id in ("embedding@tpu-v6e", "mlp-sharded@tpu-7x-4x4x4", "attention-nomax-s8192@tpu-7x")
        for each in transfers(hlo(id))
    }
    assert kinds == {
        "gather_offload_async_start": "gather_offload",
        "copy-start": "copy",
        "copy-start.1": "copy",
        "copy-start.2": "copy",
        "all-reduce.4.cloned.1.call-start": "all-reduce",
        "reduce-scatter.4.cloned.1.call-start": "reduce-scatter",
        "dynamic-slice.cloned.1.call-start": "dynamic-slice",
        "dynamic-slice.cloned.1.call-start.1": "dynamic-slice",
        "dynamic-update-slice.cloned.1.call-start": "dynamic-update-slice",
    }


def test_as_many_transfers_as_instructions_are_read_in_time() -> None:
    """Ten thousand in flight at once: what is between is asked of counts, not of each."""
    starts = "\n".join(f"  %s{n} = (f32[8], f32[8], u32[]) copy-start(%a)" for n in range(10_000))
    dones = "\n".join(f"  %d{n} = f32[8]{{0}} copy-done(%s{n})" for n in range(10_000))
    module = read_hlo(
        "HloModule m, is_scheduled=true\n\nENTRY %main (a: f32[8]) -> f32[8] {\n"
        f"  %a = f32[8]{{0}} parameter(0)\n{starts}\n{dones}\n"
        "  ROOT %last = f32[8]{0} negate(%d0)\n}\n"
    )
    began = perf_counter()
    found = transfers(module)
    assert sum(each.exposed(BUSY) for each in found) == len(found) == 10_000
    assert perf_counter() - began < 5
