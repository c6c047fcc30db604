"""What runs, and what lies inside fusions: counted by the facts, the report, the gym, the pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from xlagym.captures.capture import Capture
from xlagym.captures.decisions import decided
from xlagym.captures.forms import HLO
from xlagym.evidence.hlo.fusions import (
    executed_computations,
    fused_computations,
    inside,
    is_fusion,
    launched,
    nested,
    running_computations,
)
from xlagym.evidence.hlo.shapes import arrays
from xlagym.evidence.origins.carriers import carriers
from xlagym.evidence.origins.line_roles import optimized_roles
from xlagym.gym.stations.which_chip.rows import see
from xlagym.numbers.facts.hlo import HLO_FACTS
from xlagym.report.given.matching import ModuleFiles
from xlagym.report.read.counts import count
from xlagym.report.read.modules import GivenModule


def by_facts(capture: Capture) -> tuple[int, int]:
    launched, nested = (
        HLO_FACTS[f"hlo.{name}"].find(capture, "").value for name in ("launched", "nested")
    )
    assert isinstance(launched, int) and isinstance(nested, int)
    return launched, nested


def by_report(capture: Capture) -> tuple[int | None, int | None]:
    files = ModuleFiles(capture.id)
    module = GivenModule(files)
    module.hold(HLO, capture.hlo)
    counts = count(module)
    return counts.launched, counts.nested


def by_decisions(capture: Capture) -> tuple[int, int]:
    found = decided(capture)
    return len(found["launched"].points), len(found["nested"].points)


@pytest.mark.parametrize("way", [by_report, by_decisions])
def test_fusions_are_counted_alike(
    way: Callable[[Capture], tuple[int, int]], compiled: list[Capture]
) -> None:
    differing = {each.id: way(each) for each in compiled if way(each) != by_facts(each)}
    assert differing == {}


def test_lines_are_drawn_as_they_are_counted(compiled: list[Capture]) -> None:
    for capture in compiled:
        module = capture.hlo
        roles = optimized_roles(module, [])
        drawn = {line for line, its in roles.items() if "fusion" in its}
        assert drawn == {each.line for each in launched(module)}, capture.id
        # What a reduction applies is drawn as nested too: it is no launch, and in no fusion.
        others = {line for line, its in roles.items() if "nested" in its}
        assert others >= {each.line for each in nested(module)}, capture.id


def test_what_runs_is_what_is_launched_and_what_that_holds(compiled: list[Capture]) -> None:
    for capture in compiled:
        module = capture.hlo
        executed = executed_computations(module)
        held = {
            inner.name: inner
            for each in launched(module)
            for inner in fused_computations(module, each)
        }
        running = running_computations(module)
        assert running[: len(executed)] == executed
        assert {each.name for each in running[len(executed) :]} == set(held), capture.id
        fused = [one for each in held.values() for one in each.instructions if is_fusion(one)]
        assert sorted(one.line for one in fused) == [one.line for one in nested(module)]


def test_the_gym_shows_what_the_walk_finds(compiled: list[Capture]) -> None:
    tpus = [each for each in compiled if each.basis == "compiled" and each.chip != "cpu"]
    for capture in tpus:
        held = [sum(1 for _ in inside(capture.hlo, each)) for each in launched(capture.hlo)]
        rows = [row for row in see(capture).rows if row.does.startswith("fusion")]
        assert len(rows) == len(held), capture.id
        assert all(
            sum(times for _, times in row.holds) <= most
            for row, most in zip(rows, held, strict=True)
        )


def test_carriers_stand_in_what_runs(compiled: list[Capture]) -> None:
    for capture in compiled[::7]:
        module = capture.hlo
        executed = {each.name for each in executed_computations(module)}
        running = {each.name for each in running_computations(module)}
        tensors = (array for each in launched(module) for array in arrays(each.shape))
        tensor = max(tensors, key=lambda each: each.elements, default=None)
        for each in carriers(module, tensor) if tensor is not None else ():
            where = each.instruction.computation
            assert where in running
            assert each.launched == (where in executed)
