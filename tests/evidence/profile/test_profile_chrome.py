"""The Chrome form: poorer, and hostile where somebody wants it to be."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlagym.evidence.profile.health.faults import Fault
from xlagym.evidence.profile.health.health import examine
from xlagym.evidence.profile.ops.async_pairs import async_pairs
from xlagym.evidence.profile.ops.device_ops import op_table
from xlagym.evidence.profile.reading import read_profile
from xlagym.evidence.profile.runs.module_runs import module_runs

Event = dict[str, Any]


def named(pid: int, plane: str, threads: dict[int, str]) -> list[Event]:
    rows = [
        {"ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": {"name": name}}
        for tid, name in threads.items()
    ]
    process = {"ph": "M", "pid": pid, "name": "process_name", "args": {"name": plane}}
    return [process, *rows]


def bar(tid: int, name: str, ts: float, dur: float, **args: str) -> Event:
    return {"ph": "X", "pid": 3, "tid": tid, "name": name, "ts": ts, "dur": dur, "args": args}


def op(text: str, own_us: float, start_ps: int, duration_ps: int) -> Event:
    name = text.partition(" = ")[0].removeprefix("%")
    return bar(
        3,
        name,
        own_us,
        duration_ps / 2e6,
        long_name=text,
        hlo_category="copy",
        bytes_accessed="4096",
        device_offset_ps=str(start_ps),
        device_duration_ps=str(duration_ps),
    )


START = "%copy-start.1 = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(f32[8]{0} %p)"
FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop, calls=%fused"
DONE = "%copy-done.1 = f32[8]{0} copy-done((f32[8]{0}, f32[8]{0}, u32[]) %copy-start.1)"


def tpu_trace() -> list[Event]:
    """Two runs of a copy in the background, half hidden by a fusion."""
    events = named(3, "/device:TPU:0", {2: "XLA Modules", 3: "XLA Ops"})
    for run in (0, 1):
        at_us, at = 100.0 + 1000 * run, 1_000_000_000 * run
        events.append(bar(2, "jit_f(12190760917235803885)", at_us, 500.0))
        events.append(op(START, at_us, at, 1_250))
        events.append(op(FUSION, at_us + 1, at + 1_250, 40_000_000))
        events.append(op(DONE, at_us + 90, at + 40_001_250, 39_998_750))
    return [*events, {}]


def packed(events: list[Event]) -> bytes:
    return gzip.compress(json.dumps({"traceEvents": events}).encode())


def test_a_tpus_chrome_trace() -> None:
    profile = read_profile(io.BytesIO(packed(tpu_trace())))
    assert (profile.form, profile.device.kind, profile.device.chips) == ("chrome", "tpu", 1)
    rows = {row.op.name: row for row in op_table(profile)}
    done = rows["copy-done.1"]
    assert (done.occurrences, done.total_ps) == (2, 79_997_500)  # The device's clock.
    assert done.op.key == (12190760917235803885, "jit_f", "copy-done.1")
    assert (done.op.flops, done.op.bytes_accessed) == (None, 4096)
    (pairs,) = async_pairs(profile)
    assert pairs.in_flight_ps.tolist() == [80_000_000, 80_000_000]
    assert pairs.hidden_ps.tolist() == [40_000_000, 40_000_000]
    (runs,) = module_runs(profile)
    assert (runs.told_by, [run.bars for run in runs.runs]) == ("module events", [3, 3])
    assert runs.runs[0].waiting_ps == 39_998_750


def test_unpacked_json_is_the_same() -> None:
    text = json.dumps({"traceEvents": tpu_trace()}).encode()
    assert op_table(read_profile(text)) == op_table(read_profile(packed(tpu_trace())))


def test_cut_gzip_and_cut_json() -> None:
    data = packed(tpu_trace())
    for cut in (data[:-1], data[: len(data) // 2], gzip.decompress(data)[:-5]):
        assert [verdict.fault for verdict in examine(cut).verdicts] == [Fault.TRUNCATED]


def test_a_bomb_is_refused() -> None:
    bomb = gzip.compress(b'{"traceEvents": [' + b" " * 5_000_000 + b"]}")
    assert len(bomb) < 10_000
    found = examine(bomb, limit=1_000_000)
    assert [verdict.fault for verdict in found.verdicts] == [Fault.TOO_LARGE]
    assert "when unpacked" in found.verdicts[0].message


def test_half_a_surrogate_pair_can_be_written_to_a_page() -> None:
    events = named(3, "/host:CPU", {1: "t"})
    events.append(bar(1, "x", 0, 1, hlo_op="dot\ud800", hlo_module="jit_f"))
    (row,) = op_table(read_profile(json.dumps({"traceEvents": events}).encode()))
    assert row.op.name == "dot?"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4) | st.integers(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_value_anywhere_gives_verdicts(data: st.DataObject) -> None:
    events = tpu_trace()[:-1]
    for _ in range(data.draw(st.integers(1, 4))):
        event = data.draw(st.sampled_from(events))
        inside = event["args"] if isinstance(event.get("args"), dict) else event
        target = data.draw(st.sampled_from([event, inside]))
        if target:
            target[data.draw(st.sampled_from(sorted(target)))] = data.draw(ANYTHING)
    found = examine(json.dumps({"traceEvents": events}).encode())
    if found.profile is not None:
        op_table(found.profile)
        module_runs(found.profile)


@pytest.mark.parametrize("text", [b'{"traceEvents": 5}', b"{}", b'{"traceEvents": [NaN, 1, null]}'])
def test_json_of_another_kind(text: bytes) -> None:
    verdicts = examine(text).verdicts
    assert {verdict.fault for verdict in verdicts} <= {
        Fault.NOT_A_PROFILE,
        Fault.NO_DEVICE,
        Fault.POORER_FORM,
    }
    assert verdicts
