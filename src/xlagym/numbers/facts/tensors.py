"""Facts about one value of a program: how large it is, and where the compiler put it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.captures.decisions import NOWHERE
from xlagym.captures.forms import HLO, STABLEHLO
from xlagym.captures.tensors import find_tensor
from xlagym.inputs.suggestions import nearest
from xlagym.numbers.facts.fact import Fact, FoundValue, NoFactError

if TYPE_CHECKING:
    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.reader import Instruction
    from xlagym.evidence.hlo.shapes import Array
    from xlagym.evidence.stablehlo.reader import StableOp


def _named(capture: Capture, name: str) -> tuple[StableOp, Array]:
    tensors = capture.manifest.tensors
    if name not in tensors:
        raise NoFactError(
            f"'{capture.manifest.id}' names no tensor '{name}'", nearest(name, tensors)
        )
    return find_tensor(capture, name)


def _big(capture: Capture) -> Array:
    if capture.big is None:
        raise NoFactError(
            f"'{capture.manifest.id}' has no value between its arguments and results",
            "ask another program for its big intermediate",
        )
    return capture.big


def _places(capture: Capture, tensor: Array) -> list[tuple[Instruction, Array]]:
    """Launched instructions that make such a tensor, each with it as laid out.

    The program's own arguments and results of that type are not among them.
    """
    from xlagym.evidence.hlo.shapes import arrays
    from xlagym.evidence.origins.carriers import carriers

    return [
        (carrier.instruction, array)
        for carrier in carriers(capture.hlo, tensor)
        if carrier.launched and carrier.how == "result"
        for array in arrays(carrier.instruction.shape)
        if array.same_tensor(tensor)
    ]


def _space(capture: Capture, tensor: Array) -> FoundValue:
    from xlagym.evidence.hlo.spaces import space_name

    places = _places(capture, tensor)
    if not places:
        return FoundValue(NOWHERE)
    names = [space_name(array.memory_space, capture.manifest.target) for _, array in places]
    return FoundValue(" and ".join(dict.fromkeys(names)), places[0][0].line)


def _padded(capture: Capture, tensor: Array) -> FoundValue:
    places = _places(capture, tensor)
    if not places:
        raise NoFactError(
            f"nothing that '{capture.manifest.id}' launches has {tensor.plain} as its result",
            "it was fused away or replaced; ask its logical size (.bytes) instead",
        )
    instruction, array = places[0]
    return FoundValue(array.padded_bytes, instruction.line)


def _bytes_of_named(capture: Capture, argument: str) -> FoundValue:
    op, array = _named(capture, argument)
    return FoundValue(array.bytes, op.line)


def _text_of_named(capture: Capture, argument: str) -> FoundValue:
    op, array = _named(capture, argument)
    return FoundValue(array.plain, op.line)


def _line_of_big(capture: Capture) -> int | None:
    plain = _big(capture).plain
    return next((op.line for op in capture.stablehlo.ops if plain in op.result_types), None)


TENSOR_FACTS: dict[str, Fact] = {
    "tensor().bytes": Fact(
        STABLEHLO, "B", "logical size of a value that the program names", _bytes_of_named
    ),
    "tensor().text": Fact(STABLEHLO, "", "its type, as HLO writes it", _text_of_named),
    "tensor().padded_bytes": Fact(
        HLO,
        "B",
        "its size in memory, padded to its tiles",
        lambda capture, name: _padded(capture, _named(capture, name)[1]),
    ),
    "tensor().space": Fact(
        HLO,
        "",
        "the memory that it lies in, or that it is not materialized",
        lambda capture, name: _space(capture, _named(capture, name)[1]),
    ),
    "big.bytes": Fact(
        STABLEHLO,
        "B",
        "logical size of the big intermediate",
        lambda capture, _: FoundValue(_big(capture).bytes, _line_of_big(capture)),
    ),
    "big.text": Fact(
        STABLEHLO,
        "",
        "type of the big intermediate, as HLO writes it",
        lambda capture, _: FoundValue(_big(capture).plain, _line_of_big(capture)),
    ),
    "big.padded_bytes": Fact(
        HLO,
        "B",
        "size of the big intermediate in memory",
        lambda capture, _: _padded(capture, _big(capture)),
    ),
    "big.space": Fact(
        HLO,
        "",
        "the memory that the big intermediate lies in, or that it is not materialized",
        lambda capture, _: _space(capture, _big(capture)),
    ),
}
