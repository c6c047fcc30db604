"""Bulk decoding against protobuf, message by message."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlagym.evidence.profile.formats.event_columns import EventColumns, Events, decode_events
from xlagym.evidence.profile.formats.fields import WireError
from xlagym.evidence.profile.formats.repeats import repeats
from xlagym.evidence.profile.formats.schema import XEvent, XLine
from xlagym.evidence.profile.formats.stat_columns import INT, REF, STR, UINT
from xlagym.evidence.profile.formats.wire import MARGIN, Wire

SIGNED = st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(0, 300)
UNSIGNED = st.integers(0, (1 << 64) - 1) | st.integers(0, 300)
OFTEN = st.sampled_from([1, 20])
"""How often the messages come: a few are read one by one, many in lockstep."""
WANTED = {1: "one", 2: "two", 300: "three"}


def decoded(messages: list[bytes], wanted: dict[int, str]) -> EventColumns:
    """The columns of a line that has these events."""
    line = XLine(events=messages).SerializeToString()
    wire = Wire(line)
    places, stop = repeats(wire, 0x22, 0, len(line))
    assert (stop, places.size) == (len(line), len(messages))
    return decode_events(Events(wire, places), wanted)


@st.composite
def stats(draw: st.DrawFn) -> tuple[int, str, Any]:
    kind = draw(
        st.sampled_from(
            ["uint64_value", "int64_value", "ref_value", "str_value", "bytes_value", "double_value"]
        )
    )
    value: Any = {
        "uint64_value": UNSIGNED,
        "ref_value": UNSIGNED,
        "int64_value": SIGNED,
        "str_value": st.binary(max_size=200),
        "bytes_value": st.binary(max_size=5),
        "double_value": st.floats(allow_nan=False),
    }[kind]
    return draw(st.sampled_from([0, 1, 2, 3, 300])), kind, draw(value)


@st.composite
def events(draw: st.DrawFn) -> Any:
    event = XEvent()
    for name in ("metadata_id", "offset_ps", "duration_ps", "num_occurrences"):
        if draw(st.booleans()):
            setattr(event, name, draw(SIGNED))
    for metadata_id, kind, value in draw(st.lists(stats(), max_size=5)):
        event.stats.add(metadata_id=metadata_id, **{kind: value})
    return event


def last_stat(event: Any, name: str) -> tuple[int, Any] | None:
    """Field number and value of the last stat that goes to a column."""
    found = None
    for stat in event.stats:
        if WANTED.get(stat.metadata_id) == name:
            ((descriptor, value),) = [
                each for each in stat.ListFields() if each[0].name != "metadata_id"
            ]
            found = descriptor.number, value
    return found


@settings(max_examples=300, deadline=None)
@given(st.lists(events(), max_size=12), OFTEN)
def test_columns_are_what_protobuf_reads(messages: list[Any], often: int) -> None:
    messages = messages * often
    columns = decoded([each.SerializeToString() for each in messages], WANTED)
    assert columns.metadata_id.tolist() == [each.metadata_id for each in messages]
    assert columns.offset_ps.tolist() == [each.offset_ps for each in messages]
    assert columns.duration_ps.tolist() == [each.duration_ps for each in messages]
    for name, column in columns.stats.items():
        for row, message in enumerate(messages):
            expected = last_stat(message, name)
            kind, value = int(column.kind[row]), column.value[row]
            if expected is None:
                assert not column.present[row]
                continue
            assert kind == expected[0]
            if kind in (UINT, REF):
                assert int(value) == expected[1]
            elif kind == INT:
                assert int(column.integers()[row]) == expected[1]
            elif kind == STR:
                assert column.texts[int(value)] == expected[1].decode("utf-8", "replace")


def test_fields_in_any_order_and_unknown_ones() -> None:
    """Duration before id, an unknown varint 9, a fixed64 10, a fixed32 11, bytes 100."""
    event = (
        b"\x18\x05\x08\x07"
        + b"\x48\x01"
        + b"\x51"
        + bytes(8)
        + b"\x5d"
        + bytes(4)
        + b"\xa2\x06\x03abc"
    )
    for often in (1, 20):
        columns = decoded([event, b"", event] * often, {})
        assert columns.duration_ps.tolist() == [5, 0, 5] * often
        assert columns.metadata_id.tolist() == [7, 0, 7] * often


def test_a_stat_of_every_length_in_events_that_are_alike() -> None:
    """As a TPU writes them: the same stats in the same order, of one to ten bytes."""
    values = [(1 << bits) - 1 for bits in range(1, 65)]
    messages = []
    for value in values:
        event = XEvent(metadata_id=3, offset_ps=value >> 1, duration_ps=value & 0x7F)
        event.stats.add(metadata_id=1, uint64_value=value)
        event.stats.add(metadata_id=2, uint64_value=value >> 9)
        messages.append(event.SerializeToString())
    columns = decoded(messages, WANTED)
    assert columns.stats["one"].value.tolist() == values
    assert columns.stats["two"].value.tolist() == [value >> 9 for value in values]
    assert columns.offset_ps.tolist() == [value >> 1 for value in values]
    assert columns.stats["one"].kind.tolist() == [UINT] * len(values)


def test_longer_than_one_chunk() -> None:
    count = 20_000
    messages = [
        XEvent(metadata_id=1, offset_ps=at << 20).SerializeToString() for at in range(count)
    ]
    columns = decoded(messages, {})
    assert np.array_equal(columns.offset_ps, np.arange(count) << 20)


@pytest.mark.parametrize(
    "event",
    [
        b"\x08",
        b"\x08\x80",
        b"\x22\x05\x08",
        b"\x22\x04\x08\x01\x18\x80",
        b"\x0b",
        b"\x0c",
        b"\x00\x01",
        b"\x11\x00",
        b"\x08" + b"\xff" * 10 + b"\x01",
        b"\x22\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    ],
)
@pytest.mark.parametrize("often", [1, 20])
def test_broken_events_are_named(event: bytes, often: int) -> None:
    with pytest.raises(WireError):
        decoded([b"\x08\x01", event, b"\x08\x01"], {1: "one"})
    with pytest.raises(WireError):
        decoded([b"\x08\x01"] * often + [event] * often, {1: "one"})


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=8), OFTEN)
def test_random_bytes_give_columns_or_a_wire_error(messages: list[bytes], often: int) -> None:
    messages = messages * often
    try:
        columns = decoded(messages, WANTED)
    except WireError:
        return
    for message, metadata_id in zip(messages, columns.metadata_id.tolist(), strict=True):
        assert metadata_id == XEvent.FromString(message).metadata_id


@given(st.lists(UNSIGNED, min_size=1, max_size=20))
def test_varints_of_every_length(values: list[int]) -> None:
    encoded = b""
    places = []
    for value in values:
        places.append(len(encoded))
        while value >= 0x80:
            encoded += bytes([value & 0x7F | 0x80])
            value >>= 7
        encoded += bytes([value])
    found, after = Wire(encoded + bytes(MARGIN)).varints(np.array(places))
    assert found.tolist() == values
    assert after.tolist() == [*places[1:], len(encoded)]
