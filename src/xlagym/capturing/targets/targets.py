"""The machines that programs are compiled for, without having one, and those that they run on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.chips.chip import Chip
from xlagym.chips.names import RUN, chip_of
from xlagym.chips.table import CHIPS, compiled

CPU_THREADS = 2
"""Threads that a program for the CPU is compiled for."""
SLICES = "slices of pods such as tpu-v6e-2x4"
"""What may be named besides chips, as messages say it."""
_SLICE = re.compile(r"\d{1,3}(?:x\d{1,3}){1,2}")


@dataclass(frozen=True, slots=True)
class Target:
    """A machine to compile for, or to run on."""

    name: str
    """As in a capture's id: ``cpu``, ``tpu-v6e``, ``tpu-v6e-2x4``, ``tpu-v6e.run``."""
    chip: Chip
    slice: str = ""
    """How many chips of a pod, as they lie: ``2x4``; empty for the fewest that there are."""
    runs: bool = False
    """Whether the program runs on the device, which must then be in this machine."""

    @property
    def backend(self) -> str:
        """``cpu``, ``tpu`` or ``gpu``, as jax names the platform."""
        return self.chip.backend

    @property
    def is_tpu(self) -> bool:
        """Whether libtpu compiles for it."""
        return self.backend == "tpu"

    @property
    def topology(self) -> str | None:
        """Name by which libtpu describes the chips, e.g. ``v6e:1x1``; none for a device here."""
        libtpu = self.chip.libtpu
        return None if self.runs or libtpu is None else libtpu.described(self.slice)

    @property
    def shape(self) -> str:
        """What a manifest says of the machine's extent: the topology, or the CPU's threads."""
        if self.backend == "cpu":
            return f"{CPU_THREADS} threads"
        return self.topology or "1 device"

    def fits(self, device_kind: str) -> bool:
        """Whether a device that calls itself ``device_kind`` is what the program shall run on."""
        said = device_kind.lower()
        kinds = [kind.lower() for kind in self.chip.kinds]
        return said in kinds or (
            self.backend == "gpu" and any(kind in said.split() for kind in kinds)
        )

    def environment(self) -> dict[str, str]:
        """Environment variables that must be set before jax is imported.

        They keep libtpu from looking for a chip, a cloud machine or its lock file: only its
        compiler is wanted here, twice at a time.
        """
        if self.backend == "cpu":
            # How the CPU backend splits a loop hangs on the number of threads: fix it, so that
            # another machine makes the same capture.
            return {"JAX_PLATFORMS": "cpu", "NPROC": str(CPU_THREADS)}
        if self.runs or self.chip.libtpu is None:
            # Told by name, libtpu says what is wrong; a GPU's backend has more than one name.
            return {"JAX_PLATFORMS": "tpu"} if self.is_tpu else {}
        return {
            "JAX_PLATFORMS": "cpu",
            "ALLOW_MULTIPLE_LIBTPU_LOAD": "1",
            "TPU_ACCELERATOR_TYPE": self.chip.libtpu.machine(self.slice),
            "TPU_SKIP_MDS_QUERY": "1",
            "TPU_WORKER_HOSTNAMES": "localhost",
        }


def target_of(name: str) -> Target | None:
    """The target called ``tpu-v6e``, ``tpu-v6e-2x4`` or ``tpu-v6e.run``; None for other names.

    Of a chip that programs are compiled for on any machine there is the chip itself, and every
    slice of its pods; each chip may be run on. Whether a slice exists, its compiler knows.
    """
    chip = chip_of(name)
    if chip is None:
        return None
    rest = name.removeprefix(chip.name)
    if rest == RUN:
        return Target(name, chip, runs=True)
    if chip.compiled and not rest:
        return Target(name, chip)
    if chip.libtpu is not None and _SLICE.fullmatch(rest.removeprefix("-")):
        return Target(name, chip, slice=rest.removeprefix("-"))
    return None


def target_named(name: str) -> Target:
    """The target called so; KeyError where ``target_of`` knows none."""
    found = target_of(name)
    if found is None:
        raise KeyError(name)
    return found


def runnable() -> tuple[str, ...]:
    """Names of the targets that need a device; ``xlagym capture --trace`` runs programs there."""
    return tuple(f"{name}{RUN}" for name in CHIPS)


def known_targets() -> str:
    """All targets, as messages list them."""
    return f"{', '.join((*compiled(), *runnable()))}, and {SLICES}"
