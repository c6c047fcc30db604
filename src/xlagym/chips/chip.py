"""What is known of a chip beside its figures, which ``content/constants.yml`` quotes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Libtpu:
    """What libtpu is told of a TPU to compile for it where there is none."""

    topology: str
    """Its name in a topology: ``v6e`` in ``v6e:2x4``."""
    accelerator: str
    """Its name in a machine's own metadata: ``v5litepod`` in ``v5litepod-8``."""
    smallest: str = "1x1"
    """The smallest slice of it that there is, in chips; some come by the host."""
    counted_cores: int = 1
    """Cores of a chip, where accelerators are counted in cores; 1 where in chips."""

    def described(self, slice: str = "") -> str:
        """The topology of ``slice``, such as ``2x4`` chips; of the smallest one without it."""
        return f"{self.topology}:{slice or self.smallest}"

    def machine(self, slice: str = "") -> str:
        """The accelerator type of a machine that has the slice: ``v6e-8``."""
        chips = math.prod(map(int, (slice or self.smallest).split("x")))
        return f"{self.accelerator}-{chips * self.counted_cores}"


@dataclass(frozen=True, slots=True)
class Chip:
    """One kind of chip that programs are compiled for, or run on."""

    name: str
    """As in a capture's id: ``tpu-v6e``. What stands before the hyphen is the backend."""
    title: str
    """As people read it: ``TPU v6e``."""
    kinds: tuple[str, ...]
    """How jax names the device, the first of them in today's release."""
    libtpu: Libtpu | None = None
    """For TPUs; None for a chip that libtpu does not compile for."""
    memories: Mapping[int, str] = field(default_factory=dict)
    """Memories that this chip alone of its backend has, by the n of ``S(n)`` in a layout."""
    no_forecast: str = ""
    """Why its backend never gives a static estimate of cycles; empty where it may give one."""

    @property
    def backend(self) -> str:
        """``cpu``, ``tpu`` or ``gpu``, as jax names the platform."""
        return self.name.partition("-")[0]

    @property
    def compiled(self) -> bool:
        """Whether programs are compiled for it on any machine; else they need the chip itself."""
        return self.libtpu is not None or self.backend == "cpu"

    @property
    def short(self) -> str:
        """Its title among chips of its maker: ``v6e``."""
        return self.title.removeprefix("TPU ")
