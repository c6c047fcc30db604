"""Attention in a ring, no softmax: keys and values go round, queries stay."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

from xlagym.capturing import Variant

ROWS = P("chips", None)


@jax.shard_map(in_specs=(ROWS, ROWS, ROWS), out_specs=ROWS)
def ring_attention(q, k, v):
    chips = lax.axis_size("chips")
    onward = [(chip, (chip + 1) % chips) for chip in range(chips)]

    def turn(_, carried):
        out, k, v = carried
        out = out + (q @ k.T) @ v
        return out, lax.ppermute(k, "chips", onward), lax.ppermute(v, "chips", onward)

    return lax.fori_loop(0, chips, turn, (jnp.zeros_like(q), k, v))[0]


VARIANTS = {
    "ring-attention": Variant(
        ring_attention,
        args=["bf16[16384,1024]"] * 3,
        mesh={"chips": -1},
        shardings=[ROWS] * 3,
        result=ROWS,
    ),
}
