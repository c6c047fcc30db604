"""The feed-forward block of a transformer: up, bend, down, and add back."""

import jax

from xlagym.capturing import Variant


def mlp(x, w_up, b_up, w_down, b_down):
    hidden = jax.nn.gelu(x @ w_up + b_up)
    return x + hidden @ w_down + b_down


VARIANTS = {
    "mlp": Variant(
        mlp,
        args=[
            "bf16[2048,1024]",
            "bf16[1024,4096]",
            "bf16[4096]",
            "bf16[4096,1024]",
            "bf16[1024]",
        ],
        tensors={"hidden": "x @ w_up"},
    ),
}
