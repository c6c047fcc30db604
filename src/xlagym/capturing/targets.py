"""The machines that programs are compiled for, and how to ask for one without having it."""

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

    @property
    def is_tpu(self) -> bool:
        """Whether libtpu compiles for it."""
        return self.topology is not None

    @property
    def shape(self) -> str:
        """What a manifest says of the machine's extent: the topology, or the CPU's threads."""
        return self.topology or f"{CPU_THREADS} threads"

    def environment(self) -> dict[str, str]:
        """Environment variables that must be set before jax is imported.

        They keep libtpu from looking for a chip, a cloud machine or its lock file: only its
        compiler is wanted here, twice at a time.
        """
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
    )
}
"""Every target, by name. v4, v5p and 7x come by the host: their programs use its first core."""

NO_FORECAST = {
    "cpu": "the CPU backend makes no static estimate",
    "tpu-v4": (
        'the backend aborts: "Dma latency model is currently only supported on VF/VL/GF/GL"'
    ),
}
"""Targets whose backend never gives a static estimate of cycles, and why."""
