"""Which lines of a module's texts belong together, and what became of each, in words.

The StableHLO is the hub: an op leads to the Python that asked for it and to what it became. Words
leave out the name of the line they stand at, so that many lines share them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from xlagym.captures.forms import HLO, STABLEHLO
from xlagym.evidence.hlo.fusions import is_fusion
from xlagym.evidence.hlo.reader import Instruction, Module
from xlagym.evidence.origins.fates import fate, lines_in_words
from xlagym.evidence.origins.origins import InstructionSource, Origin
from xlagym.evidence.stablehlo.reader import StableModule, StableOp
from xlagym.report.read.modules import GivenModule

NAMES = 4
"""Names in one sentence at most."""
PLACES = 6
"""Places in one sentence at most."""

type LineLists = dict[int, list[int]]
"""By line, lines of the StableHLO."""


@dataclass(slots=True)
class ModuleLinks:
    """What the panes of one module say of their lines. Lines are 1-based."""

    hlo: LineLists = field(default_factory=dict)
    python: LineLists = field(default_factory=dict)
    hlo_notes: dict[int, str] = field(default_factory=dict)
    stable_notes: dict[int, str] = field(default_factory=dict)


def links_of(reading: GivenModule, source: str = "") -> ModuleLinks:
    """The links of a module; ``source`` is the Python file shown beside it, as frames name it."""
    links = ModuleLinks()
    if reading.traces:
        ops = reading.stablehlo.ops
        for op, origin in zip(ops, reading.origins.ops, strict=True):
            links.stable_notes.setdefault(op.line, _fate(origin))
        for each in reading.hlo.instructions:
            told = reading.origins.instructions[each.name]
            lines = sorted({ops[index].line for index in told.ops})
            if lines:
                links.hlo[each.line] = lines
            links.hlo_notes[each.line] = _origin(each, told, lines)
    elif reading.has(HLO):
        for each in reading.hlo.instructions:
            links.hlo_notes[each.line] = _by_metadata(reading.hlo, each)
    if source and reading.has(STABLEHLO):
        links.python = _python(reading.stablehlo, source)
    return links


def _python(stable: StableModule, source: str) -> LineLists:
    """For each line of the program's file the ops that it asked for."""
    found: dict[int, dict[int, None]] = {}
    for op in stable.ops:
        for number in _python_lines(op, source):
            found.setdefault(number, {})[op.line] = None
    return {number: sorted(lines) for number, lines in found.items()}


def _python_lines(op: StableOp, source: str) -> Iterable[int]:
    for site in op.sites:
        frame = next((each for each in site.frames if each.file == source), None)
        if frame is not None:
            yield from range(frame.line, max(frame.line, frame.end_line) + 1)


def _fate(origin: Origin) -> str:
    """What became of an op."""
    told = fate(origin, NAMES)
    lost = origin.kind == "lost"
    return f"{told}: no instruction has its name, line and column" if lost else told


def _origin(instruction: Instruction, source: InstructionSource, lines: list[int]) -> str:
    """Where an instruction comes from: lines of the StableHLO, an argument, or the compiler."""
    if source.kind == "compiler":
        return f"inserted by the compiler ({source.note})"
    if not lines:
        return source.note
    verb = "holds" if is_fusion(instruction) else "from"
    if source.note == "replaced them":
        verb = "replaced"
    return f"{verb} StableHLO {lines_in_words(lines, PLACES)}"


def _by_metadata(module: Module, instruction: Instruction) -> str:
    """Where an instruction says that it comes from."""
    text = instruction.text
    if "op_name=" not in text:
        return "says nothing of a line of Python: most often the compiler's own"
    frame = module.frame(instruction)
    name = instruction.metadata.get("op_name", "")
    return f"from `{name}`" + (f", {frame.file}:{frame.line}" if frame is not None else "")
