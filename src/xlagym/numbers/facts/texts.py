"""Facts from the texts before the last one: StableHLO, the passes, and what became of each op."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from xlagym.captures.forms import PASS_TEXTS, PASSES, STABLEHLO
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture


def _counted(count: Callable[[Capture], int]) -> Callable[[Capture, str], FoundValue]:
    return lambda capture, _: FoundValue(count(capture))


def _stablehlo_count(capture: Capture, argument: str) -> FoundValue:
    name = argument if "." in argument else f"stablehlo.{argument}"
    found = [op for op in capture.stablehlo.ops if op.name == name]
    if not found and name not in (known := _stablehlo_names()):
        raise NoFactError(f"StableHLO has no operation '{argument}'", nearest(name, known))
    return FoundValue(len(found), found[0].line if len(found) == 1 else None)


@cache
def _stablehlo_names() -> frozenset[str]:
    """Names of all operations of the dialect, by jaxlib's own bindings."""
    from jaxlib.mlir.dialects import stablehlo

    operations = (getattr(stablehlo, name) for name in dir(stablehlo) if name.endswith("Op"))
    return frozenset(operation.OPERATION_NAME for operation in operations)


def _io_bytes(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    module = capture.stablehlo
    moved = sum(array.bytes for array in (*module.arguments, *module.results))
    return FoundValue(moved, capture.line_of(STABLEHLO, "func.func public @main"))


def _pass_index(capture: Capture, argument: str) -> FoundValue:
    """The run of that pass that changed the module; its first run where none did."""
    runs = [run for run in capture.passes.passes if run.name == argument]
    if not runs:
        raise NoFactError(
            f"'{capture.manifest.id}' ran no pass '{argument}'",
            nearest(argument, {run.name for run in capture.passes.passes}),
        )
    run = next((run for run in runs if run.changed), runs[0])
    # The file holds one pass a line, under a first line of its own.
    return FoundValue(run.index, run.index + 1)


def _pass_changes(capture: Capture, argument: str) -> FoundValue:
    """How many runs of a pass changed the module; a pass that never ran is an error."""
    at = _pass_index(capture, argument)
    runs = [run for run in capture.passes.passes if run.name == argument and run.changed]
    return FoundValue(len(runs), at.line if len(runs) <= 1 else None)


def _dumps_with(capture: Capture, argument: str) -> FoundValue:
    return FoundValue(sum(argument in text for text in capture.passes.dumps.values()))


STABLEHLO_FACTS: dict[str, Fact] = {
    "stablehlo.lines": Fact(
        STABLEHLO, "", "lines of the text", _counted(lambda c: len(c.stablehlo.lines))
    ),
    "stablehlo.ops": Fact(
        STABLEHLO, "", "operations, constants too", _counted(lambda c: len(c.stablehlo.ops))
    ),
    "stablehlo.count()": Fact(
        STABLEHLO, "", "operations of a name such as dot_general", _stablehlo_count
    ),
    "io_bytes": Fact(STABLEHLO, "B", "logical size of the arguments and results", _io_bytes),
}

PASS_FACTS: dict[str, Fact] = {
    "passes.total": Fact(PASSES, "", "passes run", _counted(lambda c: len(c.passes.passes))),
    "passes.changed": Fact(
        PASSES,
        "",
        "passes that changed the module",
        _counted(lambda c: sum(run.changed for run in c.passes.passes)),
    ),
    "passes.index()": Fact(PASSES, "", "place of a pass among all, from 1", _pass_index),
    "passes.changes()": Fact(PASSES, "", "runs of a pass that changed the module", _pass_changes),
    "passes.dumps_with()": Fact(
        PASS_TEXTS,
        "",
        "dumps, of those that the passes left, in which this text stands",
        _dumps_with,
    ),
}
