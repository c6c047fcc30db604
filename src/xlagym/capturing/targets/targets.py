"""The machines that programs are compiled for, without having one, and those that they run on."""

from __future__ import annotations

from dataclasses import dataclass

CPU_THREADS = 2
"""Threads that a program for the CPU is compiled for."""


@dataclass(frozen=True, slots=True)
class Target:
    """A machine to compile for."""

    name: str
    """As in a capture's id: ``cpu``, ``tpu-v6e``."""
    topology: str | None = None
    """Name by which libtpu describes the chips, e.g. ``v6e:1x1``; none for the CPU."""
    accelerator: str | None = None
    """What libtpu would read from the machine's own metadata, e.g. ``v6e-1``."""
    kinds: tuple[str, ...] = ()
    """How jax names the device that the program runs on; none where it is compiled alone."""

    @property
    def family(self) -> str:
        """``cpu``, ``tpu`` or ``gpu``, as jax names the platform."""
        return self.name.partition(".")[0].partition("-")[0]

    @property
    def is_tpu(self) -> bool:
        """Whether libtpu compiles for it."""
        return self.family == "tpu"

    @property
    def runs(self) -> bool:
        """Whether the program runs on the device, which must then be in this machine."""
        return bool(self.kinds)

    @property
    def shape(self) -> str:
        """What a manifest says of the machine's extent: the topology, or the CPU's threads."""
        if self.family == "cpu":
            return f"{CPU_THREADS} threads"
        return self.topology or "1 device"

    def fits(self, device_kind: str) -> bool:
        """Whether a device that calls itself ``device_kind`` is what the program shall run on."""
        said = device_kind.lower()
        return any(said == kind.lower() for kind in self.kinds) or (
            self.family == "gpu" and any(kind.lower() in said.split() for kind in self.kinds)
        )

    def environment(self) -> dict[str, str]:
        """Environment variables that must be set before jax is imported.

        They keep libtpu from looking for a chip, a cloud machine or its lock file: only its
        compiler is wanted here, twice at a time.
        """
        if self.runs and self.family != "cpu":
            # Told by name, libtpu says what is wrong; a GPU's backend has more than one name.
            return {"JAX_PLATFORMS": "tpu"} if self.is_tpu else {}
        if self.accelerator is None:
            # How the CPU backend splits a loop hangs on the number of threads: fix it, so that
            # another machine makes the same capture.
            return {"JAX_PLATFORMS": "cpu", "NPROC": str(CPU_THREADS)}
        return {
            "JAX_PLATFORMS": "cpu",
            "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
            "TPU_ACCELERATOR_TYPE": self.accelerator,
            "TPU_SKIP_MDS_QUERY": "1",
            "TPU_WORKER_HOSTNAMES": "localhost",
        }


TARGETS = {
    target.name: target
    for target in (
        Target("cpu"),
        Target("tpu-v4", "v4:2x2x1", "v4-8"),
        Target("tpu-v5e", "v5e:1x1", "v5litepod-1"),
        Target("tpu-v5p", "v5p:2x2x1", "v5p-8"),
        Target("tpu-v6e", "v6e:1x1", "v6e-1"),
        Target("tpu-7x", "tpu7x:2x2x1", "tpu7x-8"),
        Target("tpu-v6e-2x4", "v6e:2x4", "v6e-8"),
        Target("tpu-v5p-4x4x4", "v5p:4x4x4", "v5p-128"),
        Target("tpu-7x-4x4x4", "tpu7x:4x4x4", "tpu7x-128"),
        Target("cpu.run", kinds=("cpu",)),
        Target("tpu-v4.run", kinds=("TPU v4",)),
        Target("tpu-v5e.run", kinds=("TPU v5 lite", "TPU v5e")),
        Target("tpu-v5p.run", kinds=("TPU v5", "TPU v5p")),
        Target("tpu-v6e.run", kinds=("TPU v6 lite", "TPU v6e")),
        Target("tpu-7x.run", kinds=("TPU7x", "TPU 7x")),
        Target("gpu-t4.run", kinds=("T4",)),
        Target("gpu-l4.run", kinds=("L4",)),
        Target("gpu-a100.run", kinds=("A100", "A100-SXM4-40GB", "A100-SXM4-80GB")),
        Target("gpu-h100.run", kinds=("H100",)),
        Target("gpu-h200.run", kinds=("H200",)),
        Target("gpu-b200.run", kinds=("B200",)),
        Target("gpu-mi300.run", kinds=("MI300X", "MI300A")),
    )
}
"""Every target, by name. v4, v5p and 7x come by the host: their programs use its first core.
The three pods are for programs with a mesh, which use all of it.
Those that end in ``.run`` need the device; ``xlagym capture --trace`` runs programs there.
"""

NO_FORECAST = {
    "cpu": "the CPU backend makes no static estimate",
    "tpu-v4": (
        'the backend aborts: "Dma latency model is currently only supported on VF/VL/GF/GL"'
    ),
}
"""Targets whose backend never gives a static estimate of cycles, and why."""
