"""Places of a field that is repeated, found by many readers at once and by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlagym.evidence.profile.formats import repeats as module
from xlagym.evidence.profile.formats.fields import WireError, each_field
from xlagym.evidence.profile.formats.repeats import repeats
from xlagym.evidence.profile.formats.schema import XEvent, XLine
from xlagym.evidence.profile.formats.wire import MARGIN, Places, Wire

EVENTS = 0x22
SMALL = {"_STRETCH": 50, "_READERS": 16, "_WORTH_IT": 200, "_WINDOW": 40}


def one_by_one(data: bytes) -> list[int]:
    """Places of the lengths of the events at the beginning, field by field."""
    places = []
    for field in each_field(data, 0, len(data)):
        if field.tag != EVENTS:
            break
        places.append(field.at + 1)
    return places


def found(data: bytes) -> list[int]:
    places, after = repeats(Wire(data + bytes(MARGIN)), EVENTS, 0, len(data))
    assert after == len(data) or data[after] != EVENTS
    return [int(place) for place in places]


@contextmanager
def small_stretches() -> Iterator[None]:
    """Readers for a few bytes each, so that a small message has many."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SMALL.items():
            patch.setattr(module, name, value)
        yield


def event(number: int) -> bytes:
    """An event whose stats look like events themselves."""
    made = XEvent(metadata_id=number % 300, offset_ps=7 ** (number % 20), duration_ps=number)
    for at in range(number % 4):
        made.stats.add(metadata_id=at + 1, uint64_value=number << 9 * at)
    if number % 50 == 3:
        made.stats.add(metadata_id=9, str_value=b'"' * (number % 400))
    serialized: bytes = made.SerializeToString()
    return serialized


def line(events: list[bytes], **rest: object) -> bytes:
    serialized: bytes = XLine(events=events, **rest).SerializeToString()
    return serialized


def test_a_long_line_is_read_as_one_reader_would(monkeypatch: pytest.MonkeyPatch) -> None:
    data = line([event(number) for number in range(60_000)])
    readers: list[int] = []
    one_reader = module._one_reader

    def counted(data: bytes, tag: int, at: int, goal: int, stop: int) -> tuple[Places, int, bool]:
        readers.append(at)
        return one_reader(data, tag, at, goal, stop)

    monkeypatch.setattr(module, "_one_reader", counted)
    assert found(data) == one_by_one(data)
    assert len(data) > 20 * module._STRETCH
    assert len(readers) < 0.2 * len(data) / module._STRETCH, "nearly all stretches are sound"


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(0, 300))
def test_lines_of_all_kinds(seed: int, count: int) -> None:
    draw = random.Random(seed)
    longest = draw.choice([0, 3, 30, 130, 20_000])
    events = [
        event(draw.randrange(1000))
        if draw.random() < 0.5
        else draw.choice([b'"', b'"\x01', bytes([draw.randrange(256)])])
        * draw.randrange(longest + 1)
        for _ in range(count)
    ]
    data = line(events, duration_ps=draw.choice([0, 5])) + draw.choice([b"", line(events)])
    with small_stretches():
        assert found(data) == one_by_one(data)


def test_a_line_that_is_cut() -> None:
    data = line([event(number) for number in range(100)])
    whole = set(np.array(one_by_one(data)) - 1)
    with small_stretches():
        for stop in range(len(data) - 400, len(data)):
            if stop in whole:
                assert found(data[:stop]) == one_by_one(data[:stop])
            else:
                with pytest.raises(WireError):
                    found(data[:stop])
