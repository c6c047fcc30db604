"""A numerically safe softmax over rows."""

import jax.numpy as jnp

from xlagym.capturing import Variant


def softmax(x):
    e = jnp.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


VARIANTS = {
    "softmax": Variant(
        softmax,
        args=["f32[4096,2048]"],
        tensors={"exponentials": "jnp.exp(x - x.max(-1, keepdims=True))"},
    ),
}
