"""Bytes that protobuf reads and no profiler writes: they say the same, and are read the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.evidence.profile.profile_builder import Bar, tpu_profile
from xlagym.evidence.profile.formats.fields import Field, each_field
from xlagym.evidence.profile.formats.schema import XSpace
from xlagym.evidence.profile.health.faults import ProfileError
from xlagym.evidence.profile.ops.device_ops import OpRow, op_table
from xlagym.evidence.profile.reading import read_profile

BARS = [
    Bar("%fusion.1 = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop, calls=%f", 30, 50),
    Bar("%dot.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)", 130, 20),
]
PLAIN = tpu_profile(BARS, chips=2)
PLANE, LINE, EVENT = 0x0A, 0x1A, 0x22

Change = Callable[[int, bytes], bytes]
"""A field's tag and all its bytes → what stands in its place."""


def length_of(content: bytes) -> bytes:
    octets, rest = b"", len(content)
    while rest >= 0x80:
        octets, rest = octets + bytes([rest & 0x7F | 0x80]), rest >> 7
    return octets + bytes([rest])


def changed(data: bytes, path: tuple[int, ...], change: Change) -> bytes:
    """The message with every field of the messages at the end of the path changed."""

    def one(field: Field) -> bytes:
        whole = data[field.at : field.stop]
        if not path:
            return change(field.tag, whole)
        if field.tag != path[0]:
            return whole
        content = changed(data[field.value : field.stop], path[1:], change)
        return bytes([field.tag]) + length_of(content) + content

    return b"".join(one(field) for field in each_field(data, 0, len(data)))


def table(data: bytes) -> tuple[OpRow, ...]:
    rows = op_table(read_profile(data))
    assert len(rows) == 4
    return rows


@pytest.mark.parametrize("path", [(PLANE,), (PLANE, LINE)])
@pytest.mark.parametrize(
    "odd",
    [
        pytest.param(b"\x7b\x08\x01\x7c", id="a group"),
        pytest.param(b"\x7a\x02ab", id="a field that is not known"),
        pytest.param(b"\x7d\x01\x02\x03\x04", id="four bytes"),
        pytest.param(b"\x79" + bytes(8), id="eight bytes"),
        pytest.param(b"\x20\x05", id="an event's number as a varint"),
        pytest.param(b"\xf8\x80\x00\x05", id="a tag that is longer than it need be"),
    ],
)
def test_odd_fields_before_every_other(path: tuple[int, ...], odd: bytes) -> None:
    data = changed(PLAIN, path, lambda tag, whole: odd + whole)
    assert XSpace.FromString(data).planes[1].name == b"/device:TPU:1"
    assert table(data) == table(PLAIN)


def test_tags_and_lengths_that_are_longer_than_they_need_be() -> None:
    def longer(tag: int, whole: bytes) -> bytes:
        content = whole[2:]
        return b"\xa2\x00" + bytes([len(content) | 0x80, 0x00]) + content if tag == EVENT else whole

    data = changed(PLAIN, (PLANE, LINE), longer)
    assert len(data) > len(PLAIN)
    assert table(data) == table(PLAIN)


def test_fields_in_another_order() -> None:
    """Lines before their plane's name, a line's events before its name, the last event first."""

    def backwards(tag: int, whole: bytes) -> bytes:
        if tag not in (PLANE, LINE):
            return whole
        (field,) = each_field(whole, 0, len(whole))
        content = [
            whole[each.at : each.stop] for each in each_field(whole, field.value, field.stop)
        ]
        return whole[: field.value] + b"".join(reversed(content))

    data = changed(changed(PLAIN, (PLANE,), backwards), (), backwards)
    assert data.index(b"XLA Modules") < data.index(b"/device:TPU:0")
    assert table(data) == table(PLAIN)


@pytest.mark.parametrize("broken", [b"\x7c", b"\x7f", b"\x00\x01", b"\x7b\x08\x01", b"\x7a\x7f"])
def test_what_protobuf_refuses_is_refused(broken: bytes) -> None:
    for path in ((PLANE,), (PLANE, LINE)):
        data = changed(PLAIN, path, lambda tag, whole: whole + broken if tag == 0x12 else whole)
        with pytest.raises(ProfileError, match="do not parse as an XSpace"):
            read_profile(data)
