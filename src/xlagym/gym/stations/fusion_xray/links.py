"""Which lines of the three texts belong together, and what became of each, in words.

From the map of origins: an op of the StableHLO leads to the Python that asked for it and to the
instructions that it became; those lead back. What the compiler put in itself says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlagym.captures.forms import HLO, PROGRAM, STABLEHLO
from xlagym.evidence.hlo.fusions import is_fusion
from xlagym.evidence.hlo.shapes import arrays
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.origins.fates import fate, lines_in_words
from xlagym.gym.stations.fusion_xray.scene import is_kernel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.evidence.origins.origins import InstructionSource, Origin
    from xlagym.evidence.stablehlo.reader import StableOp
    from xlagym.gym.stations.fusion_xray.scene import XRayScene


@dataclass(slots=True)
class Link:
    """What one line leads to."""

    to: dict[str, None] = field(default_factory=dict)
    """Ids of lines, in the order found."""
    note: str = ""


type LineLinks = dict[str, Link]


def trace(capture: Capture, scene: XRayScene) -> LineLinks:
    """A link for every line that has a counterpart or an origin to tell."""
    links: LineLinks = {}
    ops = capture.stablehlo.ops
    for op, origin in zip(ops, capture.origins.ops, strict=True):
        line = STABLEHLO.line_id(op.line)
        python = [PROGRAM.line_id(number) for number in _python_lines(capture, op)]
        optimized = _became(scene, origin)
        _join(links, line, python)
        _join(links, line, optimized)
        for number in python:
            _join(links, number, optimized)
        links.setdefault(line, Link()).note = _fate(op, origin)
    for each in scene.instructions:
        source = capture.origins.instructions[each.name]
        line = HLO.line_id(each.line)
        _join(links, line, [STABLEHLO.line_id(ops[index].line) for index in source.ops])
        for index in source.ops:
            asked = _python_lines(capture, ops[index])
            _join(links, line, [PROGRAM.line_id(number) for number in asked])
        _join(links, line, [HLO.line_id(number) for number in _own_parts(scene, each)])
        links.setdefault(line, Link()).note = _origin(scene, each, source, ops)
    _join_signature(capture, scene, links)
    for at in PROGRAM.lines_among(links):
        link = links[PROGRAM.line_id(at)]
        link.note = _python_note(link)
    return links


def _join(links: LineLinks, line: str, others: Iterable[str]) -> None:
    """Link both ways."""
    for other in others:
        if other != line:
            links.setdefault(line, Link()).to[other] = None
            links.setdefault(other, Link()).to[line] = None


def _python_lines(capture: Capture, op: StableOp) -> list[int]:
    """The lines of the program, not of what it calls, that asked for the op."""
    source = capture.manifest.source_file
    found = (
        next((frame for frame in site.frames if frame.file.endswith(source)), None)
        for site in op.sites
    )
    return [
        number
        for frame in found
        if frame is not None
        for number in range(frame.line, max(frame.line, frame.end_line) + 1)
    ]


def _became(scene: XRayScene, origin: Origin) -> list[str]:
    """Lines of what an op became; of a kernel's and a fusion's also the line that launches it."""
    found = [
        HLO.line_id(each.line)
        for name in (*origin.instructions, *origin.fusions)
        for each in scene.by_name.get(name, [])
    ]
    return list(dict.fromkeys(found))


def _own_parts(scene: XRayScene, instruction: Instruction) -> list[int]:
    """Of a fusion: the lines that open the computations it calls."""
    if not is_fusion(instruction):
        return []
    computations = scene.module.computations
    return [computations[name].line for name in instruction.calls if name in computations]


def _join_signature(capture: Capture, scene: XRayScene, links: LineLinks) -> None:
    """The entry's parameters, the signature of the StableHLO, and the line of the ``def``."""
    name = capture.manifest.function
    signature = capture.line_of(STABLEHLO, "func.func public @main")
    define = capture.line_of(PROGRAM, f"def {name}(")
    parameters = [each for each in scene.module.entry.instructions if each.opcode == "parameter"]
    lines = [HLO.line_id(each.line) for each in parameters]
    if signature is not None:
        _join(links, STABLEHLO.line_id(signature), lines)
        note = "the program's arguments and results"
        links.setdefault(STABLEHLO.line_id(signature), Link()).note = note
    if define is not None:
        _join(links, PROGRAM.line_id(define), lines)
        if signature is not None:
            _join(links, PROGRAM.line_id(define), [STABLEHLO.line_id(signature)])


def _fate(op: StableOp, origin: Origin) -> str:
    """What became of an op: ``fused into `%fusion```."""
    short = op.name.removeprefix("stablehlo.")
    told = fate(origin)
    value = op.text.partition("=")[0].strip()
    return f"`{value} {short}`: {told}" if value.startswith("%") else f"`{short}`: {told}"


def _origin(
    scene: XRayScene, instruction: Instruction, source: InstructionSource, ops: tuple[StableOp, ...]
) -> str:
    """Where an instruction comes from: a line, an argument, or the compiler."""
    name = f"`%{instruction.name}`"
    if source.kind == "compiler":
        what = _stands_for(scene, instruction) or _inserted(scene, instruction)
        return f"{name}: inserted by the compiler{what} ({source.note})"
    lines = sorted({ops[index].line for index in source.ops})
    if not lines:
        return f"{name}: {source.note}"
    received = f"StableHLO {lines_in_words(lines)}"
    if is_fusion(instruction):
        return f"{name}: holds {received}"
    if is_kernel(instruction):
        return f"{name}: replaced {received}"
    return f"{name}: from {received} ({source.note})"


def _stands_for(scene: XRayScene, instruction: Instruction) -> str:
    """For a parameter of a fused computation: what the fusion passes in."""
    number = instruction.parameter_number
    caller = scene.caller(instruction.computation)
    if number is None or caller is None or not is_fusion(caller):
        return ""
    if number >= len(caller.operands):
        return ""
    return f": stands for `%{caller.operands[number]}`, which `%{caller.name}` is given"


def _inserted(scene: XRayScene, instruction: Instruction) -> str:
    """For the compiler's own copies: what moves where."""
    moved = instruction
    if instruction.opcode == "copy-done":
        moved = scene.operand(instruction) or instruction
    if moved.opcode not in {"copy-start", "copy"} or not moved.operands:
        return ""
    landing = next(iter(arrays(moved.shape)), None)
    if landing is None:
        return ""
    place = space_name(landing.memory_space, scene.chip)
    source = f"`%{moved.operands[0]}`"
    if instruction.opcode == "copy-done":
        return f": waits until {source} is in {place}"
    return f": copies {source} to {place}"


def _python_note(link: Link) -> str:
    ops = sorted(STABLEHLO.lines_among(link.to))
    made = sorted(HLO.lines_among(link.to))
    received = f"StableHLO {lines_in_words(ops)}" if ops else "no line of the StableHLO"
    decided = f"optimized HLO {lines_in_words(made)}" if made else "no line of the optimized HLO"
    return f"becomes {received}, and {decided}"
