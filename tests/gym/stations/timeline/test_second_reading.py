"""Every key of GYM·08 derived again by readers that share no code with the first; both agree.

A schedule's order is read from the compiler's live-range report, its cycles from the forecast's
JSON, who wrote an op from the metadata in the raw text. A run is read through jax's own
``ProfileData``, in the nanoseconds that it keeps.
"""

from __future__ import annotations

import json
import lzma
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest
from jax.profiler import ProfileData

from tests.gym.own_exhibits import drawn_run
from tests.gym.summary import summary
from tests.places import ROOT
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station

STORE = ROOT / "captures"
CONFIRMED: set[str] = set()
"""Ids of the rounds whose key a test of this file has come to as well."""
KINDS = {"cost", "meanwhile", "bare", "idle", "author"}


def text(capture: str, name: str) -> str:
    return (STORE / capture / name).read_text()


def rounds(station: Station, kind: str, basis: str) -> list[tuple[Room, Round]]:
    found = [
        (room, each)
        for room in station.rooms
        for each in room.rounds
        if each.id.endswith(f"/{kind}") and room.basis == basis
    ]
    assert found, f"no round of {kind} is {basis}: there is nothing to confirm"
    return found


def confirm(room: Room, asked: Round, told: set[str]) -> None:
    """The key of a round is what the second reading has ``told``."""
    assert (asked.id, key_names(room, asked)) == (asked.id, told)
    CONFIRMED.add(asked.id)


def key_names(room: Room, asked: Round) -> set[str]:
    names = {op.id: op.name for op in drawn_run(room).ops}
    return {names[id] for id in asked.key}


# ---- A schedule: the live-range report's order, the forecast's JSON, the raw text.


def sequence(capture: str) -> list[str]:
    """Instructions in the order of the compiler's live-range report."""
    report = text(capture, "live-range.txt").partition("BufferLiveRange")[0]
    return re.findall(r"(?m)^\s+\d+:(\S+)$", report)


def cycles(capture: str) -> dict[str, int]:
    found: dict[str, int] = json.loads(text(capture, "forecast.json"))["ops"]
    return found


def pairs(capture: str) -> dict[str, str]:
    """Each done with the start that it names."""
    found = re.findall(r"%(\S+) = .*? [\w-]+-done\(%([\w.-]+)\)", text(capture, "optimized.hlo"))
    return dict(found)


def between(capture: str, start: str, done: str) -> set[str]:
    order, takes = sequence(capture), cycles(capture)
    inside = order[order.index(start) + 1 : order.index(done)]
    return {name for name in inside if takes.get(name, 0) > 0}


def test_the_costliest_by_the_forecast(timelines: Station) -> None:
    for room, asked in rounds(timelines, "cost", "compiled"):
        takes = cycles(room.capture)
        most = {name for name, count in takes.items() if count == max(takes.values())}
        confirm(room, asked, most)


def test_what_works_meanwhile_by_the_live_range_report(timelines: Station) -> None:
    for room, asked in rounds(timelines, "meanwhile", "compiled"):
        start = re.search(r"<code>%([^<]+)</code> starts", asked.question)
        assert start is not None
        (done,) = [done for done, begun in pairs(room.capture).items() if begun == start[1]]
        told = between(room.capture, start[1], done)
        confirm(room, asked, told)


def test_what_is_bare_by_the_live_range_report(timelines: Station) -> None:
    for room, asked in rounds(timelines, "bare", "compiled"):
        flights = pairs(room.capture)
        bare = {done for done, start in flights.items() if not between(room.capture, start, done)}
        confirm(room, asked, bare)
        offered = {drawn_run(room).ops[at].name for at in drawn_run(room).timeline.flights}
        assert offered == set(flights)


# ---- Who wrote an op: metadata in the raw text, on its line or in what it calls.


def unwritten(capture: str, names: list[str]) -> set[str]:
    module = text(capture, "optimized.hlo")
    no_kernel_asked_for = "pallas" not in text(capture, "program.py")
    found = set()
    for name in names:
        line = re.search(rf"(?m)^\s*(?:ROOT )?%{re.escape(name)} = .*$", module)
        assert line is not None, name
        told = line[0]
        for called in re.findall(r"(?:calls|body)=%([\w.-]+)", told):
            body = re.search(rf"(?ms)^%{re.escape(called)} \(.*?^\}}", module)
            assert body is not None, called
            told += body[0]
        swapped_in = "tpu_custom_call" in line[0] and no_kernel_asked_for
        if "op_name=" not in told or swapped_in:
            found.add(name)
    return found


@pytest.mark.parametrize("basis", ["compiled", "measured"])
def test_who_wrote_what_by_the_raw_text(timelines: Station, basis: str) -> None:
    for room, asked in rounds(timelines, "author", basis):
        names = [op.name for op in drawn_run(room).ops]
        told = unwritten(room.capture, names)
        confirm(room, asked, told)


# ---- A run: jax's own reader of profiles.


@dataclass(frozen=True)
class Event:
    name: str
    start: float
    end: float


@cache
def runs(capture: str) -> list[list[Event]]:
    """The op events of each run of the program, by jax's reader, in nanoseconds."""
    packed = STORE / capture / "profile.xplane.pb.xz"
    profile = ProfileData.from_serialized_xspace(lzma.decompress(packed.read_bytes()))
    found: dict[int, list[Event]] = defaultdict(list)
    for plane in profile.planes:
        for line in plane.lines if plane.name == "/host:CPU" else ():
            for event in line.events:
                stats = {name: value for name, value in event.stats if name}
                if "hlo_op" not in stats or event.name.startswith("end: "):
                    continue
                name, module = str(stats["hlo_op"]), str(stats["hlo_module"])
                assert module.startswith("jit_")
                end = event.start_ns + event.duration_ns
                found[int(str(stats["run_id"]))].append(Event(name, event.start_ns, end))
    assert found, "a comparison of nothing"
    return list(found.values())


def length(run: list[Event]) -> float:
    return max(each.end for each in run) - min(each.start for each in run)


def middle(capture: str) -> list[Event]:
    ranked = sorted(runs(capture), key=length)
    return ranked[(len(ranked) - 1) // 2]


def own_times(run: list[Event]) -> dict[str, float]:
    """Self time of each op: a loop's without what lies inside its bar."""
    found: dict[str, float] = defaultdict(float)
    for each in run:
        inside = (
            other.end - other.start
            for other in run
            if other is not each and each.start <= other.start and other.end <= each.end
        )
        nested = sum(inside) if each.name.startswith("while") else 0.0
        found[each.name] += each.end - each.start - nested
    return found


def covered(run: list[Event]) -> float:
    total, reach = 0.0, float("-inf")
    for each in sorted(run, key=lambda one: one.start):
        if each.name.startswith("while"):
            continue
        total += max(0.0, each.end - max(each.start, reach))
        reach = max(reach, each.end)
    return total


def in_ns(shown: str) -> float:
    number, _, unit = shown.replace(",", "").partition(" ")
    return float(number) * {"s": 1e9, "ms": 1e6, "µs": 1e3, "ns": 1.0}[unit]


def test_the_costliest_of_a_run_by_jax(timelines: Station) -> None:
    for room, asked in rounds(timelines, "cost", "measured"):
        owns = own_times(middle(room.capture))
        confirm(room, asked, {max(owns, key=lambda name: owns[name])})
        for op in drawn_run(room).timeline.ops:
            assert op.own is not None
            assert op.own / 1000 == pytest.approx(owns[op.name], abs=2.0 * op.times + 2)


def test_the_same_op_leads_in_the_median_of_all_runs(timelines: Station) -> None:
    for room, asked in rounds(timelines, "cost", "measured"):
        every = [own_times(run) for run in runs(room.capture)]
        medians = {name: sorted(each[name] for each in every)[len(every) // 2] for name in every[0]}
        assert key_names(room, asked) == {max(medians, key=lambda name: medians[name])}


def test_what_is_idle_by_jax(timelines: Station) -> None:
    for room, asked in rounds(timelines, "idle", "measured"):
        run = middle(room.capture)
        idle = length(run) - covered(run)
        (text_of_key,) = [str(choice.text) for choice in asked.choices if choice.id in asked.key]
        assert in_ns(text_of_key) == pytest.approx(idle, rel=0.006, abs=len(run))
        CONFIRMED.add(asked.id)


def test_the_run_that_is_shown_is_the_one_in_the_middle(timelines: Station) -> None:
    for room in timelines.rooms:
        if room.basis == "measured":
            shown = drawn_run(room).timeline
            assert shown.end / 1000 == pytest.approx(length(middle(room.capture)), abs=2)
            assert shown.runs is not None
            assert shown.runs.count == len(runs(room.capture))


def test_all_of_them_together_confirm_every_key(
    timelines: Station, record_property: Callable[[str, object], None]
) -> None:
    test_the_costliest_by_the_forecast(timelines)
    test_what_works_meanwhile_by_the_live_range_report(timelines)
    test_what_is_bare_by_the_live_range_report(timelines)
    for basis in ("compiled", "measured"):
        test_who_wrote_what_by_the_raw_text(timelines, basis)
    test_the_costliest_of_a_run_by_jax(timelines)
    test_what_is_idle_by_jax(timelines)
    dealt = {each.id.rpartition("/")[2] for room in timelines.rooms for each in room.rounds}
    assert dealt == KINDS
    assert timelines.withheld == 0
    record_property("gym", summary("GYM·08", timelines, CONFIRMED))
