"""Gradients of two layers: what is kept on the way, and what is made again."""

from functools import partial

import jax

from xlagym.capturing import Variant


def layer(x, w):
    return jax.nn.silu(x @ w)


def loss(weights, x, *, remember):
    for w in weights:
        x = remember(layer)(x, w)
    return (x * x).mean()


def gradients(x, w_first, w_second, *, remember):
    return jax.grad(partial(loss, remember=remember))((w_first, w_second), x)


DOTS = partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)
VARIANTS = {
    name: Variant(
        partial(gradients, remember=remember),
        args=["bf16[2048,1024]", "bf16[1024,1024]", "bf16[1024,1024]"],
    )
    for name, remember in {
        "gradients": lambda layer: layer,
        "checkpoint": jax.checkpoint,
        "checkpoint-dots": DOTS,
    }.items()
}
