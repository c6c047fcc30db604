"""What small files can ask for: four times as much of it takes about four times as long."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.evidence.profile.profile_builder import Bar, SpaceBuilder, Unsigned, add_chip
from xlagym.evidence.profile.formats.schema import XEvent
from xlagym.evidence.profile.health.health import examine
from xlagym.evidence.profile.ops.device_ops import op_table

pytestmark = pytest.mark.slow

FUSION = "%fusion.1 = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop, calls=%fused"
LINEAR = 9.0
"""Four times as much may take so many times as long; where it were squared, sixteen."""


def threads(count: int, plane_name: str = "/host:CPU", op: str = "dot.1") -> bytes:
    """Lines of one op event each; their ops differ where the name has a place for a number."""
    space = SpaceBuilder()
    plane = space.plane(plane_name)
    kind = plane.kind("XlaCompile")
    for number in range(count):
        plane.line(f"line {number}").event(
            kind,
            number,
            40,
            hlo_op=op.format(number),
            hlo_module="jit_f",
            program_id=Unsigned(3),
            run_id=number,
        )
    return space.bytes()


def streams(count: int) -> bytes:
    """A GPU's streams, each of which talks to other chips."""
    return threads(count, "/device:GPU:0", "all-reduce.{}")


def rows_of_ops(count: int) -> bytes:
    """A TPU's rows of ops."""
    space = SpaceBuilder()
    plane = add_chip(space, [Bar(FUSION, 0, 100)])
    for number in range(count):
        plane.line("XLA Ops").event(2, number, 5)
    return space.bytes()


def chips(count: int) -> bytes:
    """Planes of one op event each."""
    space = SpaceBuilder()
    for chip in range(count):
        add_chip(space, [Bar(FUSION, 0, 100)], chip=chip)
    return space.bytes()


def one_event(more: Callable[[int], bytes]) -> bytes:
    """A profile whose one op event has more fields than it needs."""
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    line = plane.line("thread").event(plane.kind("dot.1"), 0, 5, hlo_op="dot.1")
    line.message.events[0] += more(plane.stat_id("hlo_op"))
    return space.bytes()


def fields(count: int) -> bytes:
    """An event with a field again and again."""
    return one_event(lambda _: b"\x28\x01" * count)


def stats(count: int) -> bytes:
    """An event with a wanted stat again and again."""
    return one_event(lambda key: bytes([0x22, 4, 0x08, key, 0x20, 5]) * count)


def numbers(count: int) -> bytes:
    """Events that each have a field of a number of their own."""
    space = SpaceBuilder()
    plane = space.plane("/host:CPU")
    line = plane.line("thread").event(plane.kind("dot.1"), 0, 5, hlo_op="dot.1")
    for number in range(count):
        tag = (100 + number) << 3
        octets = [tag & 0x7F | 0x80, tag >> 7 & 0x7F | 0x80, tag >> 14]
        line.message.events.append(bytes([*octets, 1]))
    return space.bytes()


def modules(count: int) -> bytes:
    """A chip on which every event is of another module."""
    space = SpaceBuilder()
    plane = space.plane("/device:GPU:0")
    line = plane.line("stream")
    for number in range(count):
        event = XEvent(metadata_id=plane.kind("kernel"), offset_ps=number * 9, duration_ps=5)
        plane.add_stats(event.stats, {"hlo_op": "dot.1", "hlo_module": f"jit_{number}"})
        line.message.events.append(event.SerializeToString())
    return space.bytes()


def seconds(data: bytes) -> float:
    """What the processor works for all that is made of a profile, at best."""
    took = []
    for _ in range(2):
        start = time.process_time()
        found = examine(data)
        assert found.profile is not None
        op_table(found.profile)
        took.append(time.process_time() - start)
    return min(took)


@pytest.mark.parametrize(
    ("made", "count"),
    [
        (threads, 1_500),
        (streams, 800),
        (rows_of_ops, 2_500),
        (chips, 150),
        (fields, 75_000),
        (stats, 20_000),
        (numbers, 8_000),
        (modules, 500),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_four_times_as_much(made: Callable[[int], bytes], count: int) -> None:
    few, many = seconds(made(count)), seconds(made(4 * count))
    assert many < LINEAR * few
    assert many < 5
