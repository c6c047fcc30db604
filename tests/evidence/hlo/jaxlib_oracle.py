"""Run in a process of its own: what jaxlib's parser makes of HLO files, a line of JSON for each.

The parser is private API and aborts the process on some modules, so no test imports this file.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

SHORTENED = {"exp": "exponential", "cos": "cosine", "sin": "sine"}


def opcode(value: Any) -> str:
    """``HloOpcode.kGetTupleElement`` → ``get-tuple-element``."""
    camel = str(value).removeprefix("HloOpcode.k")
    kebab = re.sub(r"(?<!^)(?=[A-Z])", "-", camel).lower()
    return SHORTENED.get(kebab, kebab)


def computations(path: str) -> dict[str, list[list[Any]]]:
    """Name, opcode, shape and operands' names of every instruction, by computation."""
    hlo: Any = import_module("jax._src.lib").xla_client.hlo
    module = hlo.hlo_module_from_text(Path(path).read_text())
    return {
        computation.name: [
            [
                each.name,
                opcode(each.opcode),
                str(each.shape),
                [operand.name for operand in each.operands()],
            ]
            for each in computation.instructions()
        ]
        for computation in module.computations()
    }


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps(computations(name)), flush=True)
