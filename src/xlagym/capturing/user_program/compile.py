"""Compile a function of anybody's file: ``python -m xlagym.capturing.user_program.compile``.

It takes ASK and FOLDER, in a process of its own, for it runs that file. What the compiler says
goes into FOLDER; what is wrong with the file goes into ``problems.json`` there, with the line of
the file, and exit 1.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from xlagym.captures.forms import COST, HLO, MEMORY, REFUSAL, STABLEHLO, STABLEHLO_LOCATED
from xlagym.capturing.compile.compile import DUMP_FOLDER, REFUSED
from xlagym.capturing.targets.targets import target_of
from xlagym.capturing.user_program.ask import Ask
from xlagym.capturing.user_program.file import arguments_of, function_of, guarded, load, words_of
from xlagym.inputs.problems import Problem, ProblemError


def compile_own(ask: Ask, folder: Path) -> None:
    """Lower and compile, and write every text into ``folder``. Raises ProblemError."""
    import jax

    os.chdir(ask.folder)
    _hide_this_machine(ask)
    module = guarded(ask, "it can't be run", lambda: load(ask))
    function = function_of(ask, module)
    devices = _devices(ask)
    arguments = arguments_of(ask, module, devices)
    shardings = getattr(module, "shardings", None)
    if callable(shardings):
        placed = guarded(ask, "shardings(devices) failed", lambda: shardings(devices))
        function = jax.jit(function, in_shardings=placed)
    elif not hasattr(function, "lower"):
        function = jax.jit(function)
    lowered = guarded(
        ask,
        f"{ask.function} can't be traced",
        lambda: _lower(function, arguments, devices[0], placed=callable(shardings)),
    )
    _write(folder, STABLEHLO.file, lowered.as_text())
    _write(folder, STABLEHLO_LOCATED.file, lowered.as_text(debug_info=True))
    _compile(ask, lowered, devices[0], folder)


def _devices(ask: Ask) -> list[Any]:
    import jax
    from jax.experimental import topologies

    target = target_of(ask.chip)
    assert target is not None, "the command line knows its chips"
    if target.topology is None:
        return [jax.devices("cpu")[0]]
    try:
        described = topologies.get_topology_desc(platform="tpu", topology_name=target.topology)
    except Exception as error:
        raise ProblemError(
            Problem(
                ask.chip,
                f"the compiler can't describe {target.topology}: {words_of(error)}",
                "name a chip, or a slice that exists, such as tpu-v6e-2x4",
                rule="chip",
            )
        ) from error
    return list(described.devices)


def _lower(function: Any, arguments: tuple[Any, ...], device: Any, *, placed: bool) -> Any:
    import jax

    leaves = jax.tree.leaves(arguments)
    if placed or any(getattr(leaf, "sharding", None) is not None for leaf in leaves):
        return function.lower(*arguments)
    # Plain shapes under a default device lower without a word about shardings.
    with jax.default_device(device):
        return function.lower(*arguments)


def _compile(ask: Ask, lowered: Any, device: Any, folder: Path) -> None:
    import jax

    options = {"xla_dump_to": str(folder / DUMP_FOLDER), "xla_dump_hlo_pass_re": ".*"}
    if ask.chip != "cpu":
        options["xla_dump_module_metadata"] = "True"
    try:
        with jax.default_device(device):
            compiled = lowered.compile(compiler_options=options)
    except Exception as error:
        if REFUSED in str(error):
            _write(folder, REFUSAL.file, f"{error}\n")
            return
        ask.fail(
            f"the compiler failed for {ask.chip}: {words_of(error)}",
            "try a smaller shape, or another chip",
        )
    _write(folder, HLO.file, compiled.as_text())
    _write(folder, COST.file, json.dumps(_numbers(compiled.cost_analysis())))
    stats = compiled.memory_analysis()
    names = (name for name in dir(stats) if name.endswith("_in_bytes"))
    sizes = {name: value for name in names if isinstance(value := getattr(stats, name), int)}
    _write(folder, MEMORY.file, json.dumps(sizes))


def _numbers(analysis: Any) -> dict[str, float]:
    found = analysis[0] if isinstance(analysis, list) and analysis else analysis
    return dict(found) if isinstance(found, dict) else {}


def _hide_this_machine(ask: Ask) -> None:
    """Name files in locations as the person would, and leave the frames of this module out."""
    import jax
    from jax._src import source_info_util

    source_info_util.register_exclusion(str(Path(__file__).parents[1]))
    source_info_util.register_exclusion("<frozen ")
    root = re.escape(str(Path(ask.file).parent))
    jax.config.update(  # type: ignore[no-untyped-call]
        "jax_hlo_source_file_canonicalization_regex", f"^.*/(?=site-packages/)|^{root}/"
    )


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Do what is asked in JSON, in the folder given after it."""
    folder = Path(arguments[1])
    try:
        compile_own(Ask.from_json(arguments[0]), folder)
    except ProblemError as error:
        _write(folder, "problems.json", json.dumps([asdict(p) for p in error.problems]))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
