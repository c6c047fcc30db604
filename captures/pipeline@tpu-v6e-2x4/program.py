"""Two stages of a pipeline: microbatches go a chip on between two matmuls."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

from xlagym.capturing import Variant

ROWS = P("chips", None)


@jax.shard_map(in_specs=(ROWS, P(), P()), out_specs=ROWS)
def pipeline(x, w_first, w_second):
    chips = lax.axis_size("chips")
    onward = [(chip, (chip + 1) % chips) for chip in range(chips)]
    done = []
    for batch in jnp.split(x, 4):
        h = jax.nn.gelu(batch @ w_first)
        h = lax.ppermute(h, "chips", onward)
        done.append(jax.nn.gelu(h @ w_second))
    return jnp.concatenate(done)


VARIANTS = {
    "pipeline": Variant(
        pipeline,
        args=["bf16[65536,4096]", "bf16[4096,4096]", "bf16[4096,4096]"],
        mesh={"chips": -1},
        shardings=[ROWS, P(), P()],
        result=ROWS,
    ),
}
