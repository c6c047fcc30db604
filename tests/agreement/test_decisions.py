"""Decisions: facts, pages of chips, the gym, drift, labs and the report tell the same ones."""

from __future__ import annotations

import pytest

from xlagym.captures.capture import Capture
from xlagym.captures.decisions import decided, in_lines
from xlagym.captures.forms import HLO, STABLEHLO
from xlagym.captures.generations import on_every_chip
from xlagym.captures.store import Store
from xlagym.capturing.drift.lines import lines
from xlagym.evidence.hlo.fusions import kernels
from xlagym.gym.stations.which_chip.rows import see
from xlagym.numbers.facts.fact import Fact
from xlagym.numbers.facts.hlo import HLO_FACTS
from xlagym.numbers.facts.schedule import SCHEDULE_FACTS
from xlagym.report.given.matching import ModuleFiles
from xlagym.report.read.chip_rows import chip_rows
from xlagym.report.read.counts import count
from xlagym.report.read.modules import GivenModule
from xlagym.report.read.on_chips import OnChip

COUNTED = {
    "launched": (HLO_FACTS["hlo.launched"], ""),
    "nested": (HLO_FACTS["hlo.nested"], ""),
    "kernels": (HLO_FACTS["hlo.kernels"], ""),
    "carriers": (HLO_FACTS["hlo.carriers"], ""),
    "spills": (HLO_FACTS["hlo.spills"], ""),
    "converts": (HLO_FACTS["hlo.count()"], "convert"),
    "flights": (SCHEDULE_FACTS["schedule.flights"], ""),
}
"""Decisions that a number counts, and the fact that it is read from."""


def reading_of(capture: Capture) -> GivenModule:
    """What the report of ``xlagym xray`` would read of a capture's module."""
    module = GivenModule(ModuleFiles(capture.id, chip=capture.chip))
    module.hold(HLO, capture.hlo)
    module.hold(STABLEHLO, capture.stablehlo)
    return module


@pytest.mark.parametrize("name", COUNTED)
def test_a_decision_has_as_many_points_as_its_fact_counts(
    name: str, compiled: list[Capture]
) -> None:
    fact: Fact
    fact, argument = COUNTED[name]
    differing = {}
    for capture in compiled:
        pair = len(decided(capture)[name].points), fact.find(capture, argument).value
        if pair[0] != pair[1]:
            differing[capture.id] = pair
    assert differing == {}


def test_the_report_and_drift_tell_them_in_the_same_words(compiled: list[Capture]) -> None:
    for capture in compiled:
        told = in_lines(decided(capture))
        in_report = {
            row.label: row.values[0]
            for row in chip_rows([OnChip(capture.chip, reading=reading_of(capture))])
        }
        in_drift = lines(capture)
        assert {label: in_report[label] for label in told} == told, capture.id
        assert {label: in_drift[label] for label in told} == told, capture.id


def test_the_report_counts_them_alike(compiled: list[Capture]) -> None:
    for capture in compiled:
        found = decided(capture)
        counts = count(reading_of(capture)) if capture.basis != "measured" else None
        for name in ("launched", "nested", "kernels", "spills") if counts is not None else ():
            assert getattr(counts, name) == len(found[name].points), f"{name} of {capture.id}"


def test_the_gym_shows_them(compiled: list[Capture]) -> None:
    for variant in on_every_chip(Store(compiled[0].folder.parent, {c.id: c for c in compiled})):
        for capture in (each for each in compiled if each.manifest.variant == variant):
            assert see(capture).decided == decided(capture)


def test_a_kernel_has_one_stem(compiled: list[Capture]) -> None:
    stems = {each.name: each.stem for capture in compiled for each in kernels(capture.hlo)}
    assert stems == {"matmul.1": "matmul", "online-softmax": "online-softmax"}
    for capture in compiled:
        named = [point.text for point in decided(capture)["kernels"].points]
        assert named == [each.stem for each in kernels(capture.hlo)]
