"""The grid and the blocks of Pallas calls, from a program's jaxpr: also of one that was refused.

``jaxpr.txt`` prints them as ``GridMapping(grid=(4, 4, 2), …)``, and the kernel that a call names as
``let jaxpr = { lambda ; a:Ref<default>{bf16[1024,512]} … d:Ref<vmem>{f32[1024,1024]}. let``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from xlagym.evidence.hlo.shapes import Array, parse_shape

_KERNEL = re.compile(r"let (\w+) = \{ lambda ;([^.]*)\. let")
_CALL = re.compile(r"GridMapping\(grid=\(([\d, ]*)\),(?:.|\n)*?\bjaxpr=(\w+)")
_REF = re.compile(r":Ref<(\w+)>\{(\w+\[[\d,]*\])\}")


@dataclass(frozen=True, slots=True)
class PallasBlocks:
    """What one Pallas call has in hand at each step."""

    grid: tuple[int, ...]
    """Steps along each axis."""
    blocks: tuple[Array, ...]
    """The blocks of the arguments, then of the results: the compiler holds each twice, to move one
    while it works on the other."""
    scratch: tuple[Array, ...]
    """What the kernel keeps to itself in VMEM, held once."""

    @property
    def vmem_bytes(self) -> int:
        """Bytes of VMEM that this takes, by arithmetic."""
        twice, once = sum(map(_bytes, self.blocks)), sum(map(_bytes, self.scratch))
        return 2 * twice + once


def read_pallas_blocks(jaxpr: str) -> tuple[PallasBlocks, ...]:
    """Return the grid and blocks of each Pallas call in ``jaxpr.txt``, in its order."""
    kernels = {kernel[1]: kernel[2] for kernel in _KERNEL.finditer(jaxpr)}
    return tuple(
        PallasBlocks(
            tuple(int(steps) for steps in re.findall(r"\d+", call[1])),
            _held(kernels.get(call[2], ""), in_vmem=False),
            _held(kernels.get(call[2], ""), in_vmem=True),
        )
        for call in _CALL.finditer(jaxpr)
    )


def _held(arguments: str, *, in_vmem: bool) -> tuple[Array, ...]:
    shapes = (
        # A jaxpr says i32 where HLO says s32.
        parse_shape(re.sub(r"^i(?=\d)", "s", text))
        for space, text in _REF.findall(arguments)
        if (space == "vmem") is in_vmem
    )
    return tuple(shape for shape in shapes if isinstance(shape, Array))


def _bytes(array: Array) -> int:
    return array.bytes
