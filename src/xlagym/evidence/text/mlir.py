"""Parsing of MLIR text with jaxlib's own parser, without jax and without aborts.

jaxlib is imported inside the functions: building a site from cached facts never needs it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_DEEPEST = 400
"""Nesting at which a text is refused: the parser recurses, and a deeper one could end the process.
Real programs nest a few dozen levels, locations as deep as a Python call stack."""
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_OPENERS = {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}
_BRACKET = re.compile(r"->|[()\[\]{}<>]")
_ALIAS = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
_ALIAS_USE = re.compile(r"#loc\d*")
_ERROR = re.compile(r'error: "[^"]*":(\d+):(\d+): (.*)')


class MlirError(ValueError):
    """Raised when MLIR refuses a text: its own message, with the line where it gives one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


@cache
def stablehlo_context() -> Any:
    """Return the ``ir.Context`` of this process that knows the dialects JAX lowers to."""
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext
    from jaxlib.mlir.dialects import chlo, sdy, stablehlo

    context = _context(_jax_mlir_ext)
    for dialect in (stablehlo, chlo, sdy):
        dialect.register_dialect(context)
    return context


def stablehlo_version() -> str:
    """Return the version of StableHLO that this jaxlib reads."""
    from jaxlib.mlir.dialects import stablehlo

    return str(stablehlo.get_current_version())


def mosaic_context() -> Any:
    """Return a fresh ``ir.Context`` that knows the dialects of TPU kernels."""
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext, _tpu_ext

    context = _context(_jax_mlir_ext)
    _tpu_ext.register_dialect(context)
    return context


def _context(extension: Any) -> Any:
    from jaxlib.mlir import ir

    context = ir.Context()
    registry = ir.DialectRegistry()
    extension.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    return context


def parse_module(text: str | bytes, context: Any) -> Any:
    """Parse one module; raise ``MlirError`` with MLIR's message for everything that is none."""
    from jaxlib.mlir import ir

    if isinstance(text, str):
        _refuse_deep(text)
    try:
        return ir.Module.parse(text, context)
    except (ir.MLIRError, ValueError) as error:
        match = _ERROR.search(str(error))
        if match is None:
            raise MlirError(str(error).strip() or "MLIR refuses it without a word") from error
        raise MlirError(match[3], int(match[1])) from error


def _refuse_deep(text: str) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(_QUOTED.sub('""', text)):
        depth += _OPENERS.get(bracket[0], 0)
        if depth > _DEEPEST:
            raise MlirError(f"brackets nest deeper than {_DEEPEST}")
    depths: dict[str, int] = {}
    # Aliases are printed before their users within a block of aliases, so one pass suffices.
    for name, body in _ALIAS.findall(text):
        depths[name] = 1 + max((depths.get(use, 0) for use in _ALIAS_USE.findall(body)), default=0)
        if depths[name] > 5 * _DEEPEST:
            raise MlirError(f"locations nest deeper than {5 * _DEEPEST}")
