"""The walk over a parsed StableHLO module: which operations are ops with a line of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from xlagym.evidence.stablehlo.locations import LocationError, OpLocation, read_location
from xlagym.evidence.text.mlir import MlirError

_TEXT_PLACE = re.compile(r'^loc\("[^"]*":(\d+):\d+(?: to .*)?\)$')
_NOT_OPS = frozenset({"builtin.module", "func.func", "sdy.mesh"})
_ENDS = (".return", ".terminator")
_NOWHERE = OpLocation("", ())
MANUAL = "sdy.manual_computation"
"""What ``shard_map`` lowers to: its region is the program of one chip."""
_CONTROL = frozenset(
    {"stablehlo.case", "stablehlo.composite", "stablehlo.if", "stablehlo.while", MANUAL}
)
"""Ops whose regions run as they stand; any other region is applied to elements."""


@dataclass(frozen=True, slots=True)
class FoundOp:
    """An operation with a line of its own."""

    operation: Any
    """The ``ir.Operation``."""
    function: str
    parent: int | None
    """Place, among those found, of the one whose region holds it."""
    applied: bool
    """Whether it lies in a region that is applied to elements, as a reduction's is."""
    line: int
    location: OpLocation


@dataclass(slots=True)
class OpWalk:
    """What is found, in the order of the text."""

    found: list[FoundOp] = field(default_factory=list)
    functions: dict[str, Any] = field(default_factory=dict)
    """``func.func`` operations by name."""

    def around(self, item: FoundOp) -> Iterator[FoundOp]:
        """Yield the manual computations that an operation lies in, the innermost first."""
        parent = item.parent
        while parent is not None:
            outer = self.found[parent]
            if outer.operation.name == MANUAL:
                yield outer
            parent = outer.parent

    @property
    def main(self) -> str:
        """The name of the program's function; raises ``MlirError`` where there is none."""
        if not self.functions:
            raise MlirError("there is no function in this module")
        return "main" if "main" in self.functions else next(iter(self.functions))


def walk(module: Any, debug: Any | None) -> OpWalk:
    """Walk a module and, in step, its parse with debug info; raise ``MlirError`` if they differ."""
    everything = list(_operations(module.operation))
    locations = [_NOWHERE] * len(everything)
    if debug is not None:
        twins = [inner for inner, _ in _operations(debug.operation)]
        if [inner.name for inner, _ in everything] != [twin.name for twin in twins]:
            raise MlirError("the text with debug info is not of the same program as the plain one")
        read = cache(_location)
        locations = [read(str(twin.location)) for twin in twins]
    result = OpWalk()
    places: dict[Any, int] = {}
    lines: dict[Any, int] = {}
    function = ""
    for (inner, parent), location in zip(everything, locations, strict=True):
        line = lines[inner] = _line(inner)
        if inner.name == "func.func":
            function = inner.attributes["sym_name"].value
            result.functions[function] = inner
        if inner.name in _NOT_OPS or inner.name.endswith(_ENDS):
            continue
        within = places.get(parent)
        if within is not None and lines[parent] == line:
            continue  # ``applies stablehlo.add``: the body stands on the reduction's own line
        places[inner] = len(result.found)
        applied = within is not None and (
            result.found[within].applied or result.found[within].operation.name not in _CONTROL
        )
        result.found.append(FoundOp(inner, function, within, applied, line, location))
    return result


def _operations(operation: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every operation below this one with its parent, in the order of the text."""
    for region in operation.regions:
        for block in region.blocks:
            for view in block.operations:
                inner = view.operation
                yield inner, operation
                yield from _operations(inner)


def _location(text: str) -> OpLocation:
    try:
        return read_location(text)
    except LocationError as error:
        raise MlirError(f"a location can't be read: {error}: {text[:200]}") from error


def _line(operation: Any) -> int:
    match = _TEXT_PLACE.match(str(operation.location))
    if match is None:
        raise MlirError(f"{operation.name} has no line: its location is {operation.location}")
    return int(match[1])
