"""A matmul written as a Pallas kernel, one tile of the result at a time."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

from xlagym.capturing import Variant


def accumulate_tile(x, w, out, total):
    step = pl.program_id(2)

    @pl.when(step == 0)
    def start():
        total[:] = jnp.zeros_like(total)

    total[:] += jnp.dot(x[:], w[:], preferred_element_type=jnp.float32)

    @pl.when(step == pl.num_programs(2) - 1)
    def finish():
        out[:] = total[:].astype(out.dtype)


def matmul(x, w, *, tile):
    (rows, depth), columns = x.shape, w.shape[1]
    r, c, d = tile
    return pl.pallas_call(
        accumulate_tile,
        out_shape=jax.ShapeDtypeStruct((rows, columns), x.dtype),
        grid=(rows // r, columns // c, depth // d),
        in_specs=[
            pl.BlockSpec((r, d), lambda row, _column, step: (row, step)),
            pl.BlockSpec((d, c), lambda _row, column, step: (step, column)),
        ],
        out_specs=pl.BlockSpec((r, c), lambda row, column, _step: (row, column)),
        scratch_shapes=[pltpu.VMEM((r, c), jnp.float32)],
    )(x, w)


SQUARES = {str(edge): (edge, edge, edge) for edge in (256, 512, 1024, 2048)}
NAMES = """
    512x512x2048 512x2048x512 256x4096x512 1024x1024x2048
    1024x2048x512 2048x1024x1024 2048x2048x512
"""
OTHERS = {name: tuple(map(int, name.split("x"))) for name in NAMES.split()}
VARIANTS = {
    f"matmul-tile-{name}": Variant(
        partial(matmul, tile=tile),
        args=["bf16[4096,4096]"] * 2,
    )
    for name, tile in (SQUARES | OTHERS).items()
}
