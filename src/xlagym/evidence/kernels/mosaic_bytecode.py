"""MLIR bytecode on stdin, its text on stdout: ``-m xlagym.evidence.kernels.mosaic_bytecode``.

A process of its own, since MLIR's bytecode reader takes the process down on damaged bytes.
"""

from __future__ import annotations

import subprocess
import sys

from xlagym.child_python import child_python

_DESERIALIZE = "builtin.module(mosaic-serde{serialize=false})"
_TIMEOUT_SECONDS = 60


class BytecodeError(ValueError):
    """Raised when bytes are no kernel that this jaxlib reads."""


def print_bytecode(raw: bytes) -> str:
    """Return a kernel's text, read in a process of its own; raise ``BytecodeError`` without it."""
    command = child_python("xlagym.evidence.kernels.mosaic_bytecode")
    try:
        done = subprocess.run(command, input=raw, capture_output=True, timeout=_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise BytecodeError(f"reading it took over {_TIMEOUT_SECONDS} s") from error
    if done.returncode < 0:
        raise BytecodeError("its bytes are damaged: MLIR's reader went down on them")
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BytecodeError(last[-1] if last else "MLIR refuses it without a word")
    return done.stdout.decode("utf-8")


def _text(raw: bytes) -> str:
    """Read and print in this process, at its peril."""
    from jaxlib.mlir import passmanager

    from xlagym.evidence.text.mlir import mosaic_context, parse_module

    context = mosaic_context()
    # Serialized kernels hold ops of a dialect that exists only in that form.
    context.allow_unregistered_dialects = True
    module = parse_module(raw, context)
    with context:
        passmanager.PassManager.parse(_DESERIALIZE).run(module.operation)
    return f"{module}\n"


def main() -> int:
    """Read stdin, write stdout; 1, and the reason on stderr, for what is no kernel."""
    from jaxlib.mlir import ir

    try:
        sys.stdout.write(_text(sys.stdin.buffer.read()))
    except (ir.MLIRError, ValueError) as error:
        sys.stderr.write(f"{' '.join(str(error).split())}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
