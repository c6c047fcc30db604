"""Gradients through a loop of layers, each made again on the way back."""

import jax

from xlagym.capturing import Variant


def checkpoint_layers(x, weights):
    @jax.checkpoint
    def layer(x, w):
        return jax.nn.gelu(x @ w) + x, None

    def loss(weights):
        y, _ = jax.lax.scan(layer, x, weights)
        return y.mean()

    return jax.grad(loss)(weights)


VARIANTS = {
    "checkpoint-layers": Variant(
        checkpoint_layers,
        args=["bf16[1024,1024]", "bf16[8,1024,1024]"],
    ),
}
