"""A matmul written as a Pallas kernel, one square tile of the result at a time."""

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
    return pl.pallas_call(
        accumulate_tile,
        out_shape=jax.ShapeDtypeStruct((rows, columns), x.dtype),
        grid=(rows // tile, columns // tile, depth // tile),
        in_specs=[
            pl.BlockSpec((tile, tile), lambda row, _column, step: (row, step)),
            pl.BlockSpec((tile, tile), lambda _row, column, step: (step, column)),
        ],
        out_specs=pl.BlockSpec((tile, tile), lambda row, column, _step: (row, column)),
        scratch_shapes=[pltpu.VMEM((tile, tile), jnp.float32)],
    )(x, w)


VARIANTS = {
    f"matmul-tile-{tile}": Variant(
        partial(matmul, tile=tile),
        args=["bf16[4096,4096]"] * 2,
    )
    for tile in (1024, 2048)
}
