"""The ops of a timeline as a page tells them: what each is, which line it is from, who wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from markupsafe import Markup

from xlagym.captures.forms import PASSES, PROGRAM
from xlagym.evidence.hlo.fusions import MOSAIC_TARGET, is_fusion, library
from xlagym.evidence.hlo.reader import Instruction, Module
from xlagym.evidence.hlo.shapes import Array, arrays
from xlagym.evidence.hlo.spaces import space_name
from xlagym.evidence.origins.fates import lines_in_words
from xlagym.evidence.origins.origins import InstructionSource, Origins, origins
from xlagym.evidence.timeline.timeline import OpTime, Timeline
from xlagym.gym.rounds.words import code, listed, named

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.stablehlo.reader import StableOp

type Author = Literal["line", "compiler", "kernel"]
"""A line of the program; the compiler of its own accord; a kernel swapped in for lines."""

_MOVES = {
    "copy-done": "copies",
    "slice-done": "brings a slice of",
    "dynamic-slice-done": "brings a slice of",
    "dynamic-update-slice-done": "writes a slice into",
}
_SETS_ASIDE = "AllocateBuffer"


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a file of the capture."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ShownOp:
    """One op, told."""

    id: str
    """On its page: ``op-41``, by its line in the optimized HLO."""
    name: str
    look: str
    """How its bars are drawn: ``fusion``, ``library``, ``kernel``, ``loop``, ``moves`` or
    ``plain``."""
    what: Markup
    wrote: Markup
    """Who wrote it, in a sentence."""
    author: Author
    line: int
    start_line: int | None
    """Of the start, where this op waits for one."""
    python: tuple[TextLine, ...]
    """The lines of the program that asked for it."""
    hlo: tuple[TextLine, ...]
    """Its full text: the start's line, its own, and the computation of a fusion."""
    result_bytes: int
    """Of its result, unpadded; what size it is, not what it moves."""
    estimate: int | None
    """``estimated_cycles`` of its window configuration: another estimate, never the forecast."""


class Teller:
    """Tells the ops of one capture."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture
        self._module: Module = capture.hlo
        self._origins = origins_of(capture)
        self._lines = capture.text(PROGRAM).splitlines()
        self._kernels = {
            origin.where: origin for origin in self._origins.ops if origin.kind == "kernel"
        }

    def tell(self, timeline: Timeline) -> tuple[ShownOp, ...]:
        """All of a timeline's ops, in its order."""
        return tuple(self._op(op) for op in timeline.ops)

    def _op(self, op: OpTime) -> ShownOp:
        found = self._module.instruction(op.name)
        start = self._module.instruction(op.flight.start) if op.flight is not None else None
        source = self._origins.instructions[op.name]
        author: Author = "kernel" if op.name in self._kernels else source.kind
        return ShownOp(
            id=f"op-{found.line}",
            name=op.name,
            look=_look(found),
            what=self._what(found, start),
            wrote=self._wrote(found, source, author),
            author=author,
            line=found.line,
            start_line=start.line if start is not None else None,
            python=tuple(self._python(source)) if author != "compiler" else (),
            hlo=tuple(self._text(found, start)),
            result_bytes=sum(array.bytes for array in arrays(found.shape)),
            estimate=_estimate(found),
        )

    def _what(self, each: Instruction, start: Instruction | None) -> Markup:
        if start is not None:
            return self._move(each, start)
        if is_fusion(each):
            return self._fusion(each)
        if each.opcode == "while":
            return Markup("a loop: its bar spans what runs inside it")
        if each.custom_call_target == MOSAIC_TARGET:
            return Markup("a Mosaic kernel, launched by a custom call; {}").format(
                self._result(each)
            )
        if each.custom_call_target == _SETS_ASIDE:
            return Markup("a custom call to {}: it sets memory aside and computes nothing").format(
                code(_SETS_ASIDE)
            )
        if each.custom_call_target is not None:
            return Markup("a custom call to {}; {}").format(
                code(each.custom_call_target), self._result(each)
            )
        return Markup("{} {}, not fused; {}").format(
            "an" if each.opcode[0] in "aeiou" else "a", code(each.opcode), self._result(each)
        )

    def _fusion(self, each: Instruction) -> Markup:
        inside = [
            inner
            for name in each.calls
            if name in self._module.computations
            for inner in self._module.computations[name].instructions
            if inner.opcode not in ("parameter", "constant")
        ]
        count = len(inside)
        holds = Markup("a {} fusion of {} instruction{}").format(
            code(each.fusion_kind or "?"), count, "" if count == 1 else "s"
        )
        if library(each):
            holds = Markup("a {} fusion that is a call into a library, {}").format(
                code(each.fusion_kind or "?"), code(library(each))
            )
        return Markup("{}; {}").format(holds, self._result(each))

    def _move(self, done: Instruction, start: Instruction) -> Markup:
        """What is in flight: what moves, and where to."""
        source = named(start.operands[0]) if start.operands else Markup("something")
        verb = _MOVES.get(done.opcode, f"does a {done.opcode.removesuffix('-done')} of")
        lands = verb != "writes a slice into" and any(arrays(done.shape))
        to = f" to {self._memory(done)}" if lands else ""
        return Markup("{} {} {}{} in the background; {} waits until it is there").format(
            named(start.name), verb, source, to, named(done.name)
        )

    def _result(self, each: Instruction) -> Markup:
        found = list(arrays(each.shape))
        if not found:
            return Markup("it returns no array")
        largest = _largest(each)
        memory = "" if self._capture.chip == "cpu" else f", in {self._memory(each)}"
        if len(found) > 1:
            return Markup("it returns {} arrays, the largest {}{}").format(
                len(found), code(largest.plain), memory
            )
        return Markup("it returns {}{}").format(code(largest.plain), memory)

    def _memory(self, each: Instruction) -> str:
        return space_name(_largest(each).memory_space, self._capture.chip)

    def _wrote(self, each: Instruction, source: InstructionSource, author: Author) -> Markup:
        if author == "compiler":
            return Markup("Nobody wrote it: the compiler put it in ({}).").format(source.note)
        if not source.ops:
            return Markup("From the program: {}.").format(source.note)
        received = lines_in_words(
            sorted({self._capture.stablehlo.ops[at].line for at in source.ops})
        )
        if author == "kernel":
            return Markup(
                "Nobody wrote it: the compiler recognized StableHLO {} and swapped its own kernel "
                "in, at pass {}."
            ).format(received, code(str(self._kernels[each.name].at)))
        lines = [code(line.text.strip()) for line in self._python(source)]
        if not lines:
            return Markup("From StableHLO {}.").format(received)
        return Markup("From {}, by StableHLO {}.").format(listed(lines), received)

    def _python(self, source: InstructionSource) -> Iterator[TextLine]:
        """The lines of the program that asked for the ops of ``source``, each once."""
        file = self._capture.manifest.source_file
        ops: Iterable[StableOp] = (self._capture.stablehlo.ops[at] for at in source.ops)
        frames = (
            next((frame for frame in site.frames if frame.file.endswith(file)), None)
            for op in ops
            for site in op.sites
        )
        for number in sorted({frame.line for frame in frames if frame is not None}):
            yield TextLine(number, self._lines[number - 1])

    def _text(self, each: Instruction, start: Instruction | None) -> Iterator[TextLine]:
        for one in (start, each):
            if one is not None:
                yield from (
                    TextLine(one.line + at, text) for at, text in enumerate(one.text.split("\n"))
                )
        if not is_fusion(each):
            return
        for name in each.calls:
            body = self._module.computations.get(name)
            if body is not None:
                for number in range(body.line, body.end_line + 1):
                    yield TextLine(number, self._module.lines[number - 1])


def origins_of(capture: Capture) -> Origins:
    """The capture's map of origins; from the join alone where it holds no dumps of passes."""
    if capture.has(PASSES):
        return capture.origins
    return origins(capture.stablehlo, capture.hlo, None)


def _largest(each: Instruction) -> Array:
    """The largest array of its result. Raises ValueError where it has none."""
    return max(arrays(each.shape), key=lambda array: array.bytes)


def _look(each: Instruction) -> str:
    if is_fusion(each):
        return "library" if library(each) else "fusion"
    if each.custom_call_target == MOSAIC_TARGET:
        return "kernel"
    if each.opcode == "while":
        return "loop"
    moves = each.opcode == "copy" or each.opcode.endswith(("-start", "-done"))
    return "moves" if moves else "plain"


def _estimate(each: Instruction) -> int | None:
    config = each.backend_config
    window = config.get("window_config") if isinstance(config, dict) else None
    cycles = window.get("estimated_cycles") if isinstance(window, dict) else None
    return int(cycles) if isinstance(cycles, str) and cycles.isdecimal() else None
