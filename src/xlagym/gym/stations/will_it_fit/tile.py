"""A tile of a Pallas matmul: its blocks, its grid, and what the compiler said of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import HLO, JAXPR, PROGRAM, REFUSAL
from xlagym.evidence.kernels.pallas_blocks import PallasBlocks, read_pallas_blocks
from xlagym.evidence.kernels.vmem_refusal import VmemRefusal, read_vmem_refusal
from xlagym.gym.rounds.exhibits import Excerpt, Table, excerpt
from xlagym.gym.rounds.links import line_link
from xlagym.gym.rounds.words import code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.captures.capture import Capture
    from xlagym.evidence.hlo.shapes import Array

MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile, read from its capture."""

    capture: str
    chip: str
    """Target: ``tpu-v6e``."""
    held: PallasBlocks
    """Blocks of ``x``, ``w`` and ``out``, and the accumulator."""
    arrays: tuple[Array, ...]
    """``x``, ``w`` and the result as a whole."""
    cycles: int | None
    """Of the forecast; None where the compiler refused the tile."""
    refusal: VmemRefusal | None
    names: tuple[str, ...]
    """What the kernel calls them: ``x``, ``w``, ``out``, ``total``."""
    grid_line: int
    """1-based, in ``jaxpr.txt``."""
    kernel_line: int
    """The same, of the types of the blocks."""
    call_line: int | None
    """1-based, in ``optimized.hlo``: the custom call that the kernel became."""

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Rows, columns, depth."""
        x, w, _ = self.held.blocks
        return x.dims[0], w.dims[1], x.dims[1]

    @property
    def name(self) -> str:
        """``512 × 512 × 2048``."""
        return " × ".join(map(str, self.sizes))

    @property
    def unbroken(self) -> str:
        """Its name where a line must not end within it."""
        return self.name.replace(" ", "\N{NO-BREAK SPACE}")

    @property
    def slug(self) -> str:
        """``512x512x2048``."""
        return "x".join(map(str, self.sizes))

    @property
    def steps(self) -> int:
        """Of the grid."""
        return prod(self.held.grid)

    @property
    def once(self) -> int:
        """Bytes of the blocks and the accumulator, each counted once."""
        return sum(each.bytes for each in (*self.held.blocks, *self.held.scratch))

    @property
    def moved(self) -> int:
        """Bytes that go to and from the blocks, by arithmetic.

        A block is fetched again at each step that wants another one than the step before; here
        the depth is walked innermost, so that each block of the result is written once.
        """
        x, w, out = self.held.blocks
        rows, columns, depths = self.held.grid
        fetched_x = rows * depths * (columns if depths > 1 else 1) * x.bytes
        fetched_w = (self.steps if columns * depths > 1 else 1) * w.bytes
        return fetched_x + fetched_w + rows * columns * out.bytes


def read_tile(capture: Capture) -> Tile:
    """Read a tile. Raises ValueError for a capture that is no tiled matmul or has no outcome."""
    found = read_pallas_blocks(capture.text(JAXPR))
    shape = [(len(each.blocks), len(each.scratch), len(each.grid)) for each in found]
    if shape != [(3, 1, 3)]:
        raise ValueError(f"{capture.id} is no tiled matmul: two arguments, a result, a scratch")
    refusal = read_vmem_refusal(capture.text(REFUSAL)) if capture.refused else None
    cycles = capture.forecast.total if capture.forecast else None
    if (refusal is None) == (cycles is None):
        raise ValueError(f"{capture.id} has neither a forecast nor a refusal for its VMEM")
    module = capture.stablehlo
    return Tile(
        capture=capture.id,
        chip=capture.target,
        held=found[0],
        arrays=(*module.arguments, *module.results),
        cycles=cycles,
        refusal=refusal,
        names=tuple(each.arg for each in _functions(capture)[0].args.args),
        grid_line=capture.line_of(JAXPR, "GridMapping(grid=") or 1,
        kernel_line=capture.line_of(JAXPR, "let jaxpr = ") or 1,
        call_line=None if refusal else capture.line_of(HLO, " custom-call("),
    )


def limit_of(tiles: Sequence[Tile]) -> tuple[float, Tile]:
    """What one kernel may take of VMEM, in MiB, and a tile whose refusal says so.

    Raises ValueError where no refusal says it, or where they say different things.
    """
    said = {each.refusal.limit: each for each in tiles if each.refusal}
    if len(said) != 1:
        raise ValueError(f"the refusals name {len(said)} limits of VMEM, and one is needed")
    return next(iter(said.items()))


def kernel(capture: Capture) -> Excerpt:
    """The functions of the program: the kernel, and the call that cuts the blocks."""
    found = _functions(capture)
    first, last = found[0].lineno, found[-1].end_lineno
    return excerpt(capture, PROGRAM, "The kernel and its blocks", first, last)


def _functions(capture: Capture) -> list[ast.FunctionDef]:
    """Of the program: the kernel first."""
    tree = ast.parse(capture.text(PROGRAM))
    found = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    if not found:
        raise ValueError(f"{PROGRAM.file} of {capture.id} has no function")
    return found


def settings(tiles: Sequence[Tile]) -> Table:
    """What each tile sets in the program: the sizes, and the arrays that are cut."""
    rows = [
        (
            each.unbroken,
            *(code(str(size)) for size in each.sizes),
            *(code(array.plain) for array in each.arrays[:2]),
        )
        for each in tiles
    ]
    return Table(
        "The tile" if len(tiles) == 1 else "The tiles",
        ("", *map(code, ("r", "c", "d", "x", "w"))),
        tuple(rows),
        Markup("From {}.").format(
            Markup(", ").join(
                line_link(each.capture, JAXPR, each.grid_line, JAXPR.file) for each in tiles
            )
        ),
    )


def mebibytes(amount: float) -> str:
    """Bytes as MiB: ``16.5 MiB``; exact, since blocks are whole fractions of one."""
    return f"{amount / MEBI:g} MiB"


def blocks_table(tile: Tile) -> Table:
    """Each block with its size, and how often it is held."""
    held = [*((each, 2) for each in tile.held.blocks), *((each, 1) for each in tile.held.scratch)]
    rows = [
        (
            code(name),
            code(array.plain),
            mebibytes(array.bytes),
            "twice" if times > 1 else "once",
            mebibytes(times * array.bytes),
        )
        for name, (array, times) in zip(tile.names, held, strict=True)
    ]
    return Table(
        "What lies in VMEM",
        ("", "block", "size", "held", "takes"),
        (*rows, ("all of it", "", "", "", mebibytes(tile.held.vmem_bytes))),
        Markup("By arithmetic from the shapes in {}.").format(kernel_link(tile)),
    )


def kernel_link(tile: Tile) -> Markup:
    """The line of the jaxpr that types the kernel's blocks."""
    words = f"line {tile.kernel_line} of {JAXPR.file}"
    return line_link(tile.capture, JAXPR, tile.kernel_line, words)
