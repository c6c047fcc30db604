"""StableHLO as JAX prints it: ops with their line, their types and the Python that asked for them.

jaxlib's parser reads the text; a second parse, of the text with debug info, is walked beside it,
since the first knows lines of the text and only the second knows lines of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from xlagym.evidence.hlo.frames import SourceFrame
from xlagym.evidence.hlo.shapes import Array
from xlagym.evidence.stablehlo.flow import Flow, trace_values
from xlagym.evidence.stablehlo.sites import CallSite, FunctionCall, call_sites
from xlagym.evidence.stablehlo.types import array_type, hlo_type
from xlagym.evidence.stablehlo.walk import FoundOp, OpWalk, walk
from xlagym.evidence.text.brackets import closing
from xlagym.evidence.text.mlir import MlirError, parse_module, stablehlo_context, stablehlo_version

_LOCATION = re.compile(r" loc\(")
_ALIAS_LINE = re.compile(r"^#loc\d* = .*$", re.MULTILINE)


class StableHloError(ValueError):
    """Raised when a text is no StableHLO module that this jaxlib reads; says the line if known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class StableOp:
    """One op with a line of its own in the text.

    The one-op body of a reduction written as ``applies stablehlo.add`` is part of the reduction.
    """

    index: int
    name: str
    """``stablehlo.dot_general``."""
    line: int
    """1-based, in the plain text."""
    text: str
    """That line, verbatim."""
    result_types: tuple[str, ...]
    """In HLO's notation, ``bf16[1024,1024]``."""
    operand_types: tuple[str, ...]
    function: str
    """The function whose body holds it, ``main`` or a private one."""
    parent: int | None
    """Index of the op whose region holds it, e.g. its while; None directly in a function."""
    applied: bool
    """Whether it lies in a region that is applied to elements, as a reduction's is."""
    sites: tuple[CallSite, ...]
    """Every way to reach it, at least one; several where its private function is called twice."""
    operands: tuple[int | None, ...]
    """Index of the op that makes each operand; None for an argument of a function or region."""
    computed: bool
    """Whether it depends on an argument: false for constants, iotas and what is made of them."""
    returned: tuple[bool, ...]
    """For each result, whether it is a result of the whole program."""
    handed_on: tuple[bool, ...]
    """For each result, whether it is only a value that a loop takes and leaves as it was."""
    twins: tuple[int, ...]
    """Indexes of the ops beside it that compute the same value: the import merges them."""
    own: CallSite
    """Name and frames without those of calls: what a private function's ops have till inlined."""

    @property
    def op_name(self) -> str:
        """``jit(f)/dot_general``; in private functions the name of the first call precedes it."""
        return self.sites[0].op_name

    @property
    def frames(self) -> tuple[SourceFrame, ...]:
        """Python frames by the first way to reach it, leaf first; empty without debug text."""
        return self.sites[0].frames

    @property
    def is_constant(self) -> bool:
        """Whether it is a constant written into the program."""
        return self.name == "stablehlo.constant"

    @property
    def arrays(self) -> tuple[Array | None, ...]:
        """Its results as arrays; None for tokens and types without a size."""
        return tuple(array_type(text) for text in self.result_types)


@dataclass(frozen=True, slots=True)
class StableModule:
    """A StableHLO module: its text, and its ops in the order of the text."""

    text: str
    lines: tuple[str, ...]
    ops: tuple[StableOp, ...]
    arguments: tuple[Array, ...]
    """Of ``main``; without those that are no arrays."""
    results: tuple[Array, ...]

    def at_line(self, line: int) -> list[StableOp]:
        """Return the ops on a 1-based line of the text."""
        return [op for op in self.ops if op.line == line]


def read_stablehlo(plain: str, debug: str | None = None) -> StableModule:
    """Read the plain text, and frames from the text with debug info of the same lowering.

    ``plain`` may itself hold locations; they are blanked before its lines are counted. Raises
    ``StableHloError`` when a text does not parse or the two are not the same program.
    """
    context = stablehlo_context()
    module = _parse(_blank_locations(plain), context)
    twin = None if debug is None else _parse(debug, context)
    try:
        walked = walk(module, twin)
        main = walked.main
    except MlirError as error:
        raise StableHloError(error.message, error.line) from error
    flow = trace_values([item.operation for item in walked.found], walked.functions, main)
    lines = tuple(plain.removesuffix("\n").split("\n"))
    reached = call_sites(_calls(walked), main)
    ops = tuple(
        _op(index, item, _site(walked, item), lines, flow, reached.get(item.function, ()))
        for index, item in enumerate(walked.found)
    )
    kind = walked.functions[main].attributes["function_type"].value
    return StableModule(plain, lines, ops, _arrays(kind.inputs), _arrays(kind.results))


def _parse(text: str, context: Any) -> Any:
    try:
        return parse_module(text, context)
    except MlirError as error:
        raise StableHloError(
            f"{error.message}. Either this is no StableHLO, or it was written by another version "
            f"than this jaxlib's (StableHLO {stablehlo_version()})",
            error.line,
        ) from error


def _blank_locations(text: str) -> str:
    """Take locations out and leave every line where it is."""
    if " loc(" not in text:
        return text
    text = _ALIAS_LINE.sub("", text)
    kept: list[str] = []
    reached = 0
    for location in _LOCATION.finditer(text):
        line_end = text.find("\n", location.end())
        end = closing(text, location.end() - 1, len(text) if line_end < 0 else line_end)
        if location.start() >= reached and end >= 0:
            kept.append(text[reached : location.start()])
            reached = end + 1
    return "".join(kept) + text[reached:]


def _calls(walked: OpWalk) -> list[FunctionCall]:
    return [
        FunctionCall(
            item.function,
            item.operation.attributes["callee"].value,
            _site(walked, item),
            item.applied,
        )
        for item in walked.found
        if item.operation.name == "func.call"
    ]


def _site(walked: OpWalk, item: FoundOp) -> CallSite:
    """The name and frames of an op, under those of the manual computations around it."""
    site = CallSite(item.location.op_name, item.location.frames)
    for outer in walked.around(item) if not item.applied else ():
        site = site.under(CallSite(outer.location.op_name, outer.location.frames))
    return site


def _op(
    index: int,
    item: FoundOp,
    site: CallSite,
    lines: tuple[str, ...],
    flow: Flow,
    calls: tuple[CallSite, ...],
) -> StableOp:
    operation = item.operation
    # XLA's inliner renames a function's ops and those of its loops, and leaves the rest alone.
    inlined = calls and not item.applied
    return StableOp(
        index=index,
        name=operation.name,
        line=item.line,
        text=lines[item.line - 1] if item.line <= len(lines) else "",
        result_types=tuple(hlo_type(str(result.type)) for result in operation.results),
        operand_types=tuple(hlo_type(str(operand.type)) for operand in operation.operands),
        function=item.function,
        parent=item.parent,
        applied=item.applied,
        sites=tuple(site.under(call) for call in calls) if inlined else (site,),
        operands=flow.operands[index],
        computed=flow.computed[index],
        returned=flow.returned[index],
        handed_on=flow.handed_on[index],
        twins=flow.twins[index],
        own=CallSite(item.location.op_name, item.location.frames),
    )


def _arrays(types: Iterable[Any]) -> tuple[Array, ...]:
    found = (array_type(hlo_type(str(kind))) for kind in types)
    return tuple(array for array in found if array is not None)
