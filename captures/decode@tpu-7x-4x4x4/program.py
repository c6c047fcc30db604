"""A few tokens meet a matrix in pieces on all chips: which of the two travels?"""

import jax
from jax.sharding import PartitionSpec as P

from xlagym.capturing import Variant


def decode(x, w):
    return jax.nn.relu(x @ w)


def decode_constrained(x, w):
    x = jax.lax.with_sharding_constraint(x, P(None, "chips"))
    return jax.nn.relu(x @ w)


VARIANTS = {
    name: Variant(
        function,
        args=["bf16[128,8192]", "bf16[8192,8192]"],
        mesh={"chips": -1},
        shardings=[P("chips", None), P("chips", None)],
        result=P("chips", None),
    )
    for name, function in {
        "decode": decode,
        "decode-constrained": decode_constrained,
    }.items()
}
