"""Facts from the optimized HLO: what the compiler decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xlagym.captures.forms import HLO
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction

MATMULS = {"convolution", "dot"}
"""Opcodes that run on the matrix unit; on TPU a dot becomes a convolution."""
KINDS = ("kLoop", "kInput", "kOutput", "kCustom")
"""What the backend may build a fusion's code around."""


def _counted(count: Callable[[Capture], int]) -> Callable[[Capture, str], FoundValue]:
    return lambda capture, _: FoundValue(count(capture))


def _launched(capture: Capture) -> list[Instruction]:
    from xlagym.evidence.hlo.fusions import launched

    return launched(capture.hlo)


def _nested(capture: Capture) -> list[Instruction]:
    from xlagym.evidence.hlo.fusions import nested

    return nested(capture.hlo)


def _launched_carriers(capture: Capture) -> int:
    return sum(carrier.launched and carrier.is_fusion for carrier in capture.carriers)


def _kernels(capture: Capture) -> int:
    from xlagym.evidence.hlo.fusions import kernels

    return len(kernels(capture.hlo))


def _kind(capture: Capture, argument: str) -> FoundValue:
    if argument not in KINDS:
        raise NoFactError(f"there is no kind of fusion '{argument}'", nearest(argument, KINDS))
    found = [fusion for fusion in _launched(capture) if fusion.fusion_kind == argument]
    return FoundValue(len(found), _only_line(found))


def _count(capture: Capture, argument: str) -> FoundValue:
    from xlagym.evidence.hlo.opcodes import KNOWN, is_known

    found = [one for one in capture.hlo.instructions if one.opcode == argument]
    if not found and not is_known(argument):
        # Of a misspelled opcode there would be none, and whoever says so would be right.
        raise NoFactError(f"HLO has no opcode '{argument}'", nearest(argument, KNOWN))
    return FoundValue(len(found), _only_line(found))


def _has(capture: Capture, argument: str) -> FoundValue:
    """Whether an instruction has that name, the numbers apart that keep names unique."""
    for instruction in capture.hlo.instructions:
        if argument in (instruction.name, instruction.stem):
            return FoundValue(True, instruction.line)
    return FoundValue(False)


def _named(capture: Capture, name: str) -> Instruction:
    found = next((one for one in capture.hlo.instructions if one.name == name), None)
    if found is None:
        raise NoFactError(
            f"'{capture.manifest.id}' has no instruction '{name}'",
            nearest(name, {one.name for one in capture.hlo.instructions}),
        )
    return found


def _line(capture: Capture, argument: str) -> FoundValue:
    """The line of an instruction: in a scheduled module, lines of a computation are its order."""
    line = _named(capture, argument).line
    return FoundValue(line, line)


def _bytes(capture: Capture, argument: str) -> FoundValue:
    """The size of an instruction's result, with all that a tuple holds."""
    from xlagym.evidence.hlo.shapes import arrays

    instruction = _named(capture, argument)
    return FoundValue(sum(array.bytes for array in arrays(instruction.shape)), instruction.line)


def _max_matmuls(capture: Capture, argument: str) -> FoundValue:  # noqa: ARG001
    from xlagym.evidence.hlo.fusions import inside

    most = FoundValue(0)
    for fusion in _launched(capture):
        count = sum(one.opcode in MATMULS for one in inside(capture.hlo, fusion))
        if count > most.value:  # type: ignore[operator]
            most = FoundValue(count, fusion.line)
    return most


def _only_line(found: list[Instruction]) -> int | None:
    return found[0].line if len(found) == 1 else None


HLO_FACTS: dict[str, Fact] = {
    "hlo.lines": Fact(HLO, "", "lines of the text", _counted(lambda c: len(c.hlo.lines))),
    "hlo.instructions": Fact(
        HLO,
        "",
        "instructions of all computations",
        _counted(lambda c: sum(1 for _ in c.hlo.instructions)),
    ),
    "hlo.computations": Fact(HLO, "", "computations", _counted(lambda c: len(c.hlo.computations))),
    "hlo.launched": Fact(
        HLO, "", "fusions that run as one step each", _counted(lambda c: len(_launched(c)))
    ),
    "hlo.nested": Fact(
        HLO, "", "fusions inside another fusion", _counted(lambda c: len(_nested(c)))
    ),
    "hlo.fusions": Fact(
        HLO,
        "",
        "fusions, launched and nested",
        _counted(lambda c: len(_launched(c)) + len(_nested(c))),
    ),
    "hlo.carriers": Fact(
        HLO,
        "",
        "instructions that carry the big intermediate",
        _counted(lambda c: len(c.carriers)),
    ),
    "hlo.launched_carriers": Fact(
        HLO, "", "launched fusions that carry the big intermediate", _counted(_launched_carriers)
    ),
    "hlo.spills": Fact(
        HLO, "", "carriers whose tensor lies in HBM", _counted(lambda c: len(c.spills))
    ),
    "hlo.kernels": Fact(HLO, "", "custom calls with a Mosaic kernel", _counted(_kernels)),
    "hlo.max_matmuls_per_fusion": Fact(
        HLO, "", "most matmuls in one launched fusion", _max_matmuls
    ),
    "hlo.kind()": Fact(HLO, "", "launched fusions of a kind such as kLoop", _kind),
    "hlo.count()": Fact(HLO, "", "instructions of an opcode, in all computations", _count),
    "hlo.line()": Fact(HLO, "", "the line on which the instruction of this name stands", _line),
    "hlo.bytes()": Fact(HLO, "B", "logical size of what this instruction makes", _bytes),
    "hlo.has()": Fact(HLO, "", "whether an instruction has this name", _has),
}
