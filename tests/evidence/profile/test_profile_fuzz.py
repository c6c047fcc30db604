"""Whatever bytes come, the reader answers with a profile or with verdicts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evidence.profile.profile_builder import Bar, tpu_profile
from xlagym.evidence.profile.formats.schema import XEvent, XSpace
from xlagym.evidence.profile.health.faults import ProfileError
from xlagym.evidence.profile.health.health import examine
from xlagym.evidence.profile.ops.async_pairs import async_pairs
from xlagym.evidence.profile.ops.device_ops import op_table, over_chips
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import module_runs

BARS = [
    Bar("%copy-start.1 = (f32[8]{0}, u32[]) copy-start(f32[8]{0} %p)", 0, 10),
    Bar("%while.1 = (f32[8]{0}) while((f32[8]{0}) %p), condition=%c, body=%b", 20, 100),
    Bar("%fusion.1 = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop, calls=%f", 30, 50),
    Bar("%copy-done.1 = f32[8]{0} copy-done((f32[8]{0}, u32[]) %copy-start.1)", 130, 20),
]
WHOLE = tpu_profile(BARS, chips=2)
EXTREMES = st.sampled_from([0, 1, -1, (1 << 63) - 1, -(1 << 63), 1 << 53, 1 << 60, 10**15])


def read_all(data: bytes) -> None:
    """Everything that is made from a profile; only verdicts may come of it."""
    found = examine(data, "tpu")
    assert all(str(verdict) for verdict in found.verdicts)
    if found.profile is None:
        assert found.verdicts
        return
    pairs = async_pairs(found.profile)
    over_chips(op_table(found.profile, pairs))
    for runs in module_runs(found.profile, pairs):
        assert (runs.median_run is None) == (not runs.runs)
        runs.spread_of("idle_ps")
    for each in pairs:
        assert each.exposed_ps.size == each.start_ps.size


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    read_all(data)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_random_bytes_that_begin_like_a_profile(data: bytes) -> None:
    read_all(b"\x0a" + bytes([len(data)]) + data)


@pytest.mark.parametrize("part", range(8))
def test_every_truncation(part: int) -> None:
    for length in range(part, len(WHOLE), 8):
        read_all(WHOLE[:length])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=5))
def test_bytes_changed_anywhere(changes: list[tuple[int, int]]) -> None:
    data = bytearray(WHOLE)
    for at, octet in changes:
        data[at] = octet
    read_all(bytes(data))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_extreme_numbers_in_events(data: st.DataObject) -> None:
    space = XSpace.FromString(WHOLE)
    line = data.draw(st.sampled_from([line for plane in space.planes for line in plane.lines]))
    line.timestamp_ns = data.draw(EXTREMES)
    for at, raw in enumerate(line.events):
        event = XEvent.FromString(raw)
        field = data.draw(st.sampled_from(["metadata_id", "offset_ps", "duration_ps", "stat"]))
        if field != "stat":
            setattr(event, field, data.draw(EXTREMES))
        elif event.stats:
            event.stats[0].int64_value = data.draw(EXTREMES)
        line.events[at] = event.SerializeToString()
    read_all(space.SerializeToString())


def test_the_error_says_what_and_what_to_do() -> None:
    with pytest.raises(ProfileError, match=r"zero bytes.*stop_trace") as caught:
        read_profile(b"")
    assert caught.value.verdict.fault == "empty"
