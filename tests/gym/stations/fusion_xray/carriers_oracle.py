"""Run in a process of its own: who carries a tensor, and who spills it, by jaxlib's parser.

Shares no code with the project: jaxlib reads the text and says which computations are fused, and
types and memory spaces are taken from its own printing of shapes. Arguments are pairs of an HLO
file and a type such as ``bf16[8,8]``; the answer is a line of JSON for each pair.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ARRAY = re.compile(r"([a-z]\w*\[[\d,]*\])(?:\{([^}]*)\})?")
SPACE = re.compile(r"S\((\d+)\)")
RENAMES = {"Bitcast", "GetTupleElement", "OptimizationBarrier", "Tuple"}
MOVES = RENAMES | {"Copy", "CopyStart", "CopyDone"}
NAMES_ONLY = RENAMES | {"AfterAll", "Call", "Conditional", "Parameter", "While"}


def opcode(instruction: Any) -> str:
    return str(instruction.opcode).removeprefix("HloOpcode.k")


def spaces(instruction: Any, tensor: str) -> set[int]:
    """Memory spaces in which the instruction's result holds the tensor."""
    found = set()
    for plain, layout in ARRAY.findall(str(instruction.shape)):
        if plain == tensor:
            space = SPACE.search(layout)
            found.add(int(space[1]) if space else 0)
    return found


def apart(entry: Any) -> set[str]:
    """Names of the entry's arguments and results, and of what only moves them."""
    body = entry.instructions()
    kept = {each.name for each in body if opcode(each) == "Parameter"}
    for each in body:
        operands = [operand.name for operand in each.operands()]
        if opcode(each) in MOVES and operands and kept.issuperset(operands):
            kept.add(each.name)
    waiting = [body[-1]]  # operands come before users, so the root is last
    while waiting:
        result = waiting.pop()
        kept.add(result.name)
        if opcode(result) in MOVES:
            waiting += result.operands()
    return kept


def answer(path: str, tensor: str) -> dict[str, list[str]]:
    hlo: Any = import_module("jax._src.lib").xla_client.hlo
    module = hlo.hlo_module_from_text(Path(path).read_text())
    runs = module.make_nonfusion_computations()
    entry = module.computations()[-1]
    known = apart(entry)
    carry, spill = [], []
    for computation in runs:
        of_entry = known if computation.name == entry.name else set()
        for each in computation.instructions():
            mine = set() if each.name in of_entry else spaces(each, tensor)
            others = [other for other in each.operands() if other.name not in of_entry]
            where = mine.union(*(spaces(other, tensor) for other in others))
            if where and opcode(each) == "Fusion":
                carry.append(each.name)
            allocates = 'custom_call_target="AllocateBuffer"' in each.to_string()
            if 0 in where and opcode(each) not in NAMES_ONLY and not allocates:
                spill.append(each.name)
    return {"carry": sorted(carry), "spill": sorted(spill)}


if __name__ == "__main__":
    for file, tensor in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        print(json.dumps(answer(file, tensor)), flush=True)
