"""Transfers: the facts, the pages, the report, the timelines and the gym count the same ones."""

from __future__ import annotations

import re

import pytest

from xlagym.captures.capture import Capture
from xlagym.captures.decisions import decided
from xlagym.captures.forms import HLO
from xlagym.evidence.timeline.schedule import schedule
from xlagym.evidence.timeline.transfers import BUSY, WORKING, background, transfers
from xlagym.gym.stations.hidden_or_waiting.reveal import tally
from xlagym.numbers.facts.schedule import SCHEDULE_FACTS
from xlagym.report.given.matching import ModuleFiles
from xlagym.report.read.modules import GivenModule
from xlagym.report.told.views import ModuleView, module_view

START = re.compile(r"^ +(?:ROOT )?%(\S+) = .*?[\])}] (?:[\w-]+-start|send|recv)\(", re.MULTILINE)
"""An instruction that starts something, in a raw text."""
COMPUTATION = re.compile(r"^(?:ENTRY )?%[^\n]*\{\n(.*?)^\}([^\n]*)$", re.MULTILINE | re.DOTALL)


def view_of(capture: Capture) -> ModuleView:
    files = ModuleFiles(capture.id)
    module = GivenModule(files)
    module.hold(HLO, capture.hlo)
    return module_view("m1", module, listed=False)


def fact(capture: Capture, name: str) -> object:
    return SCHEDULE_FACTS[f"schedule.{name}"].find(capture, "").value


def test_every_start_of_the_main_core_is_a_transfer(compiled: list[Capture]) -> None:
    """Second reading: by a regular expression over the text, without any walk."""
    for capture in compiled:
        raw = [
            name
            for body, end in COMPUTATION.findall(capture.text("optimized.hlo"))
            if "execution_thread" not in end
            for name in START.findall(body)
        ]
        assert sorted(each.start.name for each in background(capture.hlo)) == sorted(raw)


def test_all_count_the_same_transfers(compiled: list[Capture]) -> None:
    met = 0
    for capture in compiled:
        found = background(capture.hlo)
        starts = [each.start.name for each in found]
        timeline = schedule(capture.hlo, capture.forecast)
        drawn = [timeline.ops[at].flight for at in timeline.flights]
        view = view_of(capture)
        assert fact(capture, "flights") == len(found), capture.id
        assert [each.label[1:] for each in decided(capture)["flights"].points] == starts
        assert sorted(each.start for each in drawn if each is not None) == sorted(starts)
        assert [each.start.name for each in view.flights if not each.synchronous] == starts
        assert tally(capture)[1] == len(found)
        met += len(found)
    assert met > 250


def test_all_agree_on_what_has_nothing_beside_it(compiled: list[Capture]) -> None:
    for capture in compiled:
        bare = {each.start.name for each in background(capture.hlo) if each.exposed(BUSY)}
        timeline = schedule(capture.hlo, capture.forecast)
        flights = (timeline.ops[at].flight for at in timeline.flights)
        view = view_of(capture)
        assert fact(capture, "bare") == len(bare), capture.id
        assert {each.start for each in flights if each is not None and not each.over} == bare
        assert {each.start.name for each in view.exposed if not each.synchronous} == bare
        assert len(view.exposed) + len(view.hidden) + len(view.unseen) == len(view.flights)


def test_work_is_part_of_what_takes_time(compiled: list[Capture]) -> None:
    """The gym asks for work alone: what hides behind it hides behind what takes time, too."""
    for capture in compiled:
        for each in transfers(capture.hlo):
            assert set(each.behind(WORKING)) <= set(each.behind(BUSY))
            assert each.hides(BUSY) == bool(each.behind(BUSY))


@pytest.mark.parametrize(
    ("id", "travelling", "bare"),
    [
        # One start before the loop, two in its body: a slice that the next turn waits for, and an
        # update; nothing that takes time stands between any of them and its done.
        ("attention-exp2-s8192@tpu-7x", 3, 3),
        ("attention-exp2-s8192@tpu-v6e", 3, 3),
        ("attention-nomax-s8192@tpu-7x", 3, 3),
        ("attention-nomax-s8192@tpu-v6e", 3, 3),
        # What the SparseCore runs is one transfer, from the update that hands it its data.
        ("cross-entropy@tpu-v6e", 2, 0),
        ("embedding@tpu-v6e", 1, 1),
        ("decode@tpu-7x-4x4x4", 2, 1),
        ("decode-constrained@tpu-7x-4x4x4", 2, 1),
        ("embedding-sharded@tpu-7x-4x4x4", 3, 1),
        # %copy-start and %copy-start.2 have a broadcast beside them, which takes 13,707 cycles.
        ("mlp-sharded@tpu-7x-4x4x4", 5, 3),
        # A single number in S(6), added beside a copy of 4 MB, hides nothing.
        ("checkpoint@tpu-v6e", 3, 1),
        ("checkpoint-dots@tpu-v6e", 2, 1),
        ("gradients@tpu-v6e", 2, 1),
        # A collective as one op takes 7,561, 388,745 and 14,479,949 cycles beside a copy.
        ("decode-constrained@tpu-v5p-4x4x4", 1, 0),
        ("decode@tpu-v6e-2x4", 1, 0),
        ("mlp-sharded@tpu-v5p-4x4x4", 3, 0),
        # A broadcast of 16 MB stands beside four slices; twelve single numbers beside a permute.
        ("mlp-sharded@tpu-v6e-2x4", 14, 2),
        ("mlp-sharded@tpu-v6e-2x4+no-latency-hiding", 15, 3),
        # A copy from one layout to another is the core's own: 920 and 55 cycles, 1,760, 4,987.
        ("ring-attention@tpu-7x-4x4x4", 4, 0),
        ("ring-attention@tpu-v5p-4x4x4", 6, 0),
        ("rnn@tpu-7x", 3, 0),
    ],
)
def test_where_four_ways_disagreed(
    compiled: list[Capture], id: str, travelling: int, bare: int
) -> None:
    (capture,) = (each for each in compiled if each.id == id)
    found = background(capture.hlo)
    assert (len(found), sum(each.exposed(BUSY) for each in found)) == (travelling, bare)
