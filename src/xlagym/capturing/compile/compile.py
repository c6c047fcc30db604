"""Compile one job, in a process of its own.

``python -m xlagym.capturing.compile.compile JOB FOLDER`` writes what the compiler says into FOLDER
as it says it; scrubbing and hashing come later, in another process. Exit 1 with ``problems.json``
where the program or the target is at fault.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from xlagym.captures.forms import (
    COST,
    HLO,
    JAXPR,
    MEMORY,
    PROGRAM,
    REFUSAL,
    STABLEHLO,
    STABLEHLO_LOCATED,
)
from xlagym.capturing.compile.texts import cost_analysis, has_spans, jaxpr_text, stablehlo_text
from xlagym.capturing.job import Job
from xlagym.capturing.programs.placement import Placement, place
from xlagym.capturing.programs.program import find_variant, load_variants
from xlagym.capturing.targets.device import present
from xlagym.capturing.targets.targets import Target
from xlagym.inputs.problems import Problem, ProblemError

DUMP_FOLDER = "dump"
REFUSED = "RESOURCE_EXHAUSTED"
"""The compiler's word for a program that does not fit the chip."""

_DTYPES = {
    "pred": "bool",
    "s8": "int8",
    "s16": "int16",
    "s32": "int32",
    "s64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "f8e4m3fn": "float8_e4m3fn",
    "f8e5m2": "float8_e5m2",
    "bf16": "bfloat16",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
}
"""HLO's element types, as jax.numpy names them."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a compile found out beside its files; ``made.json``."""

    outcome: str
    """``compiled`` or ``refused``."""
    function: str
    tensors: dict[str, str]
    device_kind: str
    topology: str
    jax: str
    jaxlib: str
    libtpu: str

    @staticmethod
    def read(folder: Path) -> Made:
        """Read what the compile in ``folder`` left."""
        return Made(**json.loads((folder / "made.json").read_text()))


@dataclass(frozen=True, slots=True)
class Lowering:
    """A program lowered for its devices, ready to compile there."""

    traced: Any
    lowered: Any
    placement: Placement
    function: str
    tensors: dict[str, str]


def lower(job: Job) -> Lowering:
    """Trace and lower the job's program; raise ProblemError where it can't be."""
    _hide_this_machine(job)
    variant = find_variant(
        load_variants(job.source_path, job.source_file), job.variant, job.source_file
    )
    placement = place(variant, _devices(job.on), job.source_file)
    with placement.context():
        shapes = [
            placement.shape(at, _shape(text, job.source_file))
            for at, text in enumerate(variant.args)
        ]
        try:
            traced = placement.jit(variant.function).trace(*shapes)
            lowered = traced.lower()
        except Exception as error:
            raise ProblemError(
                Problem(
                    job.source_file,
                    f"'{job.variant}' can't be traced: {type(error).__name__}: {error}",
                    "mend the program, or the shapes that the variant declares",
                    rule="program",
                )
            ) from error
    return Lowering(traced, lowered, placement, variant.name, dict(variant.tensors))


def compile_lowered(lowering: Lowering, options: dict[str, str]) -> Any:
    """Compile for the devices that the program was lowered for."""
    with lowering.placement.context():
        return lowering.lowered.compile(compiler_options=options or None)


def make(job: Job, folder: Path) -> Any:
    """Lower and compile ``job``; write every text into ``folder``, raw.

    Returns what can be run on the device (a ``jax.stages.Compiled``), None where the compiler
    refused the program.
    """
    import jax

    lowering = lower(job)
    compiled = None
    _write(folder, PROGRAM.file, job.source_path.read_text(encoding="utf-8"))
    _write(folder, JAXPR.file, jaxpr_text(lowering.traced))
    _write(folder, STABLEHLO.file, stablehlo_text(lowering.lowered))
    debug = stablehlo_text(lowering.lowered, debug=True)
    _write(folder, STABLEHLO_LOCATED.file, debug)
    outcome = "compiled"
    try:
        compiled = compile_lowered(lowering, job.options | _dumping(job, folder / DUMP_FOLDER))
    except jax.errors.JaxRuntimeError as error:
        if not str(error).startswith(REFUSED):
            raise ProblemError(
                Problem(
                    job.id,
                    f"the compiler failed: {error}",
                    "mend the program, or the flags of its entry in labs/matrix.yml",
                    rule="capture",
                )
            ) from error
        outcome = "refused"
        _write(folder, REFUSAL.file, f"{error}\n")
    else:
        _write_analyses(folder, compiled)
    made = Made(
        outcome,
        lowering.function,
        lowering.tensors if has_spans(debug) else {},
        lowering.placement.device.device_kind,
        job.on.shape,
        version("jax"),
        version("jaxlib"),
        _libtpu_version() if job.on.is_tpu else "",
    )
    _write(folder, "made.json", json.dumps(asdict(made)))
    return compiled


def _dumping(job: Job, folder: Path) -> dict[str, str]:
    """Options that make the compiler write down its passes; they change nothing that it decides."""
    options = {"xla_dump_to": str(folder), "xla_dump_hlo_pass_re": ".*"}
    if job.on.is_tpu:
        options["xla_dump_module_metadata"] = "True"
    return options


def _write_analyses(folder: Path, compiled: Any) -> None:
    _write(folder, HLO.file, compiled.as_text())
    _write(folder, COST.file, _one_key_a_line(cost_analysis(compiled)))
    stats = compiled.memory_analysis()
    sizes = {
        name: value
        for name in dir(stats)
        if name.endswith("_in_bytes") and isinstance(value := getattr(stats, name), int)
    }
    _write(folder, MEMORY.file, _one_key_a_line(sizes))


def _one_key_a_line(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=0, sort_keys=True, ensure_ascii=False) + "\n"


def _hide_this_machine(job: Job) -> None:
    """Keep this machine's paths and the frames of the code that captures out of all locations."""
    import jax
    from jax._src import source_info_util

    source_info_util.register_exclusion(str(Path(__file__).parents[1]))
    source_info_util.register_exclusion("<frozen ")
    root = re.escape(job.project)
    jax.config.update(  # type: ignore[no-untyped-call]
        "jax_hlo_source_file_canonicalization_regex", f"^.*/(?=site-packages/)|^{root}/"
    )


def _devices(target: Target) -> list[Any]:
    """Return the devices of ``target``; raise ProblemError when its compiler is missing."""
    import jax

    if target.runs:
        return [present(target)]
    if target.topology is None:
        return jax.devices("cpu")[:1]
    from jax.experimental import topologies

    _libtpu_version()
    # Older releases take a host to hold four chips unless they are told otherwise.
    bounds = {"chips_per_host_bounds": (1, 1, 1)} if target.topology.endswith(":1x1") else {}
    described = topologies.get_topology_desc(
        platform="tpu", topology_name=target.topology, **bounds
    )
    return list(described.devices)


def _libtpu_version() -> str:
    try:
        return version("libtpu")
    except PackageNotFoundError as error:
        raise ProblemError(
            Problem(
                "libtpu",
                "the TPU compiler is not installed",
                "install it, no TPU needed: pip install 'xlagym[tpu]' (make site does so)",
                rule="toolchain",
            )
        ) from error


def _shape(text: str, file: str) -> Any:
    """Return the shape written as ``bf16[1024,128]``; raise ProblemError when it is none."""
    import jax
    import jax.numpy as jnp

    match = re.fullmatch(r"([a-z]\w*)\[(\d+(?:,\d+)*)?\]", text)
    if match is None or match[1] not in _DTYPES:
        raise ProblemError(
            Problem(
                file,
                f"'{text}' is no shape of an argument",
                "write it as HLO does, for instance bf16[1024,128]",
                rule="program",
            )
        )
    dims = tuple(int(dim) for dim in match[2].split(",")) if match[2] else ()
    return jax.ShapeDtypeStruct(  # type: ignore[no-untyped-call]
        dims, jnp.dtype(_DTYPES[match[1]])
    )


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Make the job given as JSON in the folder given after it."""
    folder = Path(arguments[1])
    try:
        make(Job.from_json(arguments[0]), folder)
    except ProblemError as error:
        _write(folder, "problems.json", json.dumps([asdict(p) for p in error.problems]))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
