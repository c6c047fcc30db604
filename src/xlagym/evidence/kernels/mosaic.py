"""The Mosaic kernel inside a TPU custom call: decoded to MLIR text, with its grid and windows.

A custom call carries it in base64 under ``backend_config.custom_call_config.body``: the compiler's
own kernels as MLIR text, Pallas's as bytecode of the serialized dialect, which jaxlib turns back.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlagym.evidence.kernels.mosaic_bytecode import BytecodeError, print_bytecode

if TYPE_CHECKING:
    from xlagym.evidence.hlo.instruction import Instruction

_BYTECODE = b"ML\xefR"
"""First bytes of MLIR bytecode."""
_KERNEL = re.compile(r"func\.func @(\S+?)\(.*?\battributes \{(.*)\} \{$", re.MULTILINE)
_SEMANTICS = re.compile(r"#tpu\.dimension_semantics<(\w+)>")
_ITERATIONS = re.compile(r"\biteration_bounds = array<i64(?::\s*([-\d, ]+))?>")
_WINDOW = re.compile(
    r"\{[^{}]*?transform_indices = @(\S+?), window_bounds = array<i64(?::\s*([-\d, ]+))?>[^{}]*?\}"
)
_SCRATCH = re.compile(r"\bscratch_operands = (\d+)")
_TILING = re.compile(r'\btiling="?([\d,]+)"?')


class MosaicError(ValueError):
    """Raised when an instruction carries no kernel, or one that can't be decoded."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of an operand or result that one step of the grid sees."""

    transform: str
    """Function of the kernel that says which part, from the step's indices."""
    bounds: tuple[int, ...]
    """Size of the part in each dimension, in elements."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """One decoded kernel."""

    name: str
    """The instruction that launches it."""
    entry: str
    """The kernel's function in the text."""
    form: str
    """How it was carried: ``mlir text`` or ``bytecode``."""
    text: str
    """MLIR text: verbatim, or as jaxlib prints the bytecode."""
    attributes: Mapping[str, str]
    """What the kernel says of itself, as written: ``tiling``, ``dimension_semantics``,
    ``iteration_bounds``, ``window_params``, ``scratch_operands``; only those that it says."""

    @property
    def tiling(self) -> tuple[int, ...]:
        """Tile in elements by the compiler's ``frontend_attributes``; empty without it."""
        return _integers(self.attributes.get("tiling", ""))

    @property
    def dimension_semantics(self) -> tuple[str, ...]:
        """``parallel`` or ``arbitrary`` for each dimension of the grid."""
        return tuple(_SEMANTICS.findall(self.attributes.get("dimension_semantics", "")))

    @property
    def iteration_bounds(self) -> tuple[int, ...]:
        """Steps in each dimension of the grid."""
        match = _ITERATIONS.search(self.attributes.get("iteration_bounds", ""))
        return _integers(match[1] or "") if match else ()

    @property
    def windows(self) -> tuple[Window, ...]:
        """One window for each operand and result, in the order of the kernel's arguments."""
        found = _WINDOW.findall(self.attributes.get("window_params", ""))
        return tuple(Window(transform, _integers(bounds)) for transform, bounds in found)

    @property
    def scratch_operands(self) -> int:
        """How many of its last arguments are scratch memory."""
        return int(self.attributes.get("scratch_operands", "0"))


def decode_kernel(instruction: Instruction) -> Kernel:
    """Decode the kernel that a custom call carries; raise ``MosaicError`` where it has none."""
    body = _body(instruction)
    try:
        raw = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError) as error:
        raise MosaicError(f"{instruction.name}: its body is not base64: {error}") from error
    if raw.startswith(_BYTECODE):
        form, text = "bytecode", _print_bytecode(instruction.name, raw)
    else:
        form, text = "mlir text", _decode_text(instruction.name, raw)
    entry, attributes = _kernel_attributes(text)
    if tiling := _TILING.search(instruction.attributes.get("frontend_attributes", "")):
        attributes["tiling"] = tiling[1]
    return Kernel(instruction.name, entry, form, text, attributes)


def _body(instruction: Instruction) -> str:
    config = instruction.backend_config
    call = config.get("custom_call_config") if isinstance(config, dict) else None
    body = call.get("body") if isinstance(call, dict) else None
    if not isinstance(body, str):
        raise MosaicError(f"{instruction.name} carries no kernel: no custom_call_config.body")
    return body


def _decode_text(name: str, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MosaicError(f"{name}: its body is neither MLIR text nor bytecode") from error


def _print_bytecode(name: str, raw: bytes) -> str:
    try:
        return print_bytecode(raw)
    except BytecodeError as error:
        raise MosaicError(
            f"{name}: this jaxlib can't read the kernel's bytecode: {error}"
        ) from error


def _kernel_attributes(text: str) -> tuple[str, dict[str, str]]:
    """Find the function with a grid; return its name and the attributes that it states."""
    for match in _KERNEL.finditer(text):
        if "window_params" in match[2] or "iteration_bounds" in match[2]:
            return match[1], _named(match[2])
    first = re.search(r"func\.func @(\S+?)\(", text)
    return first[1] if first else "", {}


def _named(attributes: str) -> dict[str, str]:
    found: dict[str, str] = {}
    if match := re.search(r"dimension_semantics = (\[[^\]]*\])", attributes):
        found["dimension_semantics"] = match[1]
    if match := _ITERATIONS.search(attributes):
        found["iteration_bounds"] = match[0]
    if match := re.search(r"window_params = (\[.*?\}\])", attributes):
        found["window_params"] = match[1]
    if match := _SCRATCH.search(attributes):
        found["scratch_operands"] = match[1]
    return found


def _integers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"-?\d+", text))
