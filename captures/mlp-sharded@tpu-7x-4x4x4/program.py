"""The feed-forward block over the chips of a pod: rows of x, columns of w_up, rows of w_down."""

import jax
from jax.sharding import PartitionSpec as P

from xlagym.capturing import Variant


def mlp_sharded(x, w_up, w_down):
    return jax.nn.gelu(x @ w_up) @ w_down


VARIANTS = {
    "mlp-sharded": Variant(
        mlp_sharded,
        args=["bf16[8192,4096]", "bf16[4096,16384]", "bf16[16384,4096]"],
        mesh={"chips": -1},
        shardings=[P("chips", None), P(None, "chips"), P("chips", None)],
        result=P("chips", None),
    ),
    # Every chip holds x, and wants the whole result.
    "mlp-summed": Variant(
        mlp_sharded,
        args=["bf16[8192,4096]", "bf16[4096,16384]", "bf16[16384,4096]"],
        mesh={"chips": -1},
        shardings=[P(), P(None, "chips"), P("chips", None)],
        result=P(),
    ),
}
