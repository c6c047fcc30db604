"""How fast and how small the HLO reader is, beside jaxlib's own parser on the same long text.

Both read the text and then ask for the name, opcode, shape and operands' names of every
instruction, each in processes of their own. The time of each is the best of several processes by
the clock on the wall. Memory is the peak of all that Python allocates (tracemalloc) from before
the file is opened, the text itself included. Exit 1 where a bound below is not held.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
import tracemalloc
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

LAYERS = 24
GROWTH = (2, 8, 32)
"""Layers of texts that are read to see how the time grows."""
REPEATS = 7
FASTER = 3.0
"""The reader takes at most this part of jaxlib's time."""
SMALLER = 4.0
"""The reader's peak is at most this many times the text."""
HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache" / "bench"


def cached_text(layers: int) -> Path:
    """The text of a train step of so many layers; compiled first if it isn't there yet."""
    path = CACHE / f"train-step-{layers}-layers-cpu-jaxlib-{version('jaxlib')}.hlo"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        script = [sys.executable, str(HERE / "train_step.py"), str(layers), str(half)]
        subprocess.run(script, check=True, env=os.environ | {"JAX_PLATFORMS": "cpu"})
        half.rename(path)
    return path


def read_ours(text: str) -> dict[str, Any]:
    """Read with our reader; what was seen, for comparison."""
    from xlagym.evidence.hlo.reader import read_hlo

    started = time.perf_counter()
    module = read_hlo(text)
    instructions = operands = 0
    for computation in module.computations.values():
        for each in computation.instructions:
            _ = (each.name, each.opcode, each.shape)
            instructions += 1
            operands += len(each.operands)
    seconds = time.perf_counter() - started
    assert module.unread == []
    seen = [len(module.computations), instructions, operands]
    return {"seconds": seconds, "seen": seen, "module": module}


def read_theirs(text: str) -> dict[str, Any]:
    """Read with jaxlib's parser; what was seen, for comparison."""
    parse = import_module("jax._src.lib").xla_client.hlo.hlo_module_from_text
    started = time.perf_counter()
    computations = parse(text).computations()
    instructions = operands = 0
    for computation in computations:
        for each in computation.instructions():
            _ = (each.name, each.opcode, each.shape)
            instructions += 1
            operands += len([operand.name for operand in each.operands()])
    seconds = time.perf_counter() - started
    return {"seconds": seconds, "seen": [len(computations), instructions, operands]}


def memory_of_ours(path: Path) -> dict[str, Any]:
    """The peak of what Python allocates, and how far the process itself grew."""
    import_module("xlagym.evidence.hlo.reader")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = read_ours(path.read_text())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    del found
    tracemalloc.start()
    found = read_ours(path.read_text())
    peak = tracemalloc.get_traced_memory()[1]
    return {"peak": peak, "grown": grown * 1024, "seen": found["seen"]}


def child(what: str, path: Path) -> dict[str, Any]:
    """Measure in this process."""
    if what == "memory":
        return memory_of_ours(path)
    found = (read_ours if what == "ours" else read_theirs)(path.read_text())
    found.pop("module", None)
    return found


def measured(what: str, path: Path) -> Any:
    """Measure in a process of its own."""
    script = [sys.executable, __file__, what, str(path)]
    return json.loads(subprocess.run(script, check=True, capture_output=True).stdout)


def main() -> int:
    path = cached_text(LAYERS)
    size = path.stat().st_size
    runs = [(measured("ours", path), measured("theirs", path)) for _ in range(REPEATS)]
    ours, theirs = (min(run[i]["seconds"] for run in runs) for i in (0, 1))
    assert runs[0][0]["seen"] == runs[0][1]["seen"], "the two saw different modules"
    computations, instructions, operands = runs[0][0]["seen"]
    memory = measured("memory", path)
    faster, smaller = theirs / ours, memory["peak"] / size
    print(f"text    {size / 1e6:.1f} MB: {computations} computations, {instructions} instructions,")
    print(f"        {operands} operands ({path.name})")
    print(f"ours    {ours * 1e3:.0f} ms, {size / ours / 1e6:.0f} MB/s")
    print(f"jaxlib  {theirs * 1e3:.0f} ms, {size / theirs / 1e6:.0f} MB/s")
    print(f"ratio   {faster:.2f} times as fast (bound: {FASTER:g})")
    print(f"memory  {smaller:.2f} times the text at peak, the text included (bound: {SMALLER:g});")
    print(f"        the process grew by {memory['grown'] / size:.2f} times the text")
    print_growth()
    return int(faster < FASTER or smaller > SMALLER)


def print_growth() -> None:
    """How the time grows with the lines: the rate should stay what it is."""
    for layers in GROWTH:
        path = cached_text(layers)
        seconds = min(measured("ours", path)["seconds"] for _ in range(3))
        lines = path.read_text().count("\n")
        print(f"growth  {lines:7,} lines  {seconds * 1e3:6.0f} ms  {lines / seconds:9,.0f} lines/s")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(child(sys.argv[1], Path(sys.argv[2]))))
    else:
        sys.exit(main())
