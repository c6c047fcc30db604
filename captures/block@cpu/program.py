"""A transformer block of one head: norm, attention, norm, feed-forward."""

import jax
import jax.numpy as jnp

from xlagym.capturing import Variant


def norm(x):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6)


def attention(x, w_qkv, w_out):
    q, k, v = jnp.split(x @ w_qkv, 3, axis=-1)
    return jax.nn.softmax(q @ k.T * k.shape[-1] ** -0.5) @ v @ w_out


def block(x, w_qkv, w_out, w_up, w_down):
    x = x + attention(norm(x), w_qkv, w_out)
    return x + jax.nn.silu(norm(x) @ w_up) @ w_down


VARIANTS = {
    "block": Variant(
        block,
        args=[
            "bf16[2048,1024]",
            "bf16[1024,384]",
            "bf16[128,1024]",
            "bf16[1024,4096]",
            "bf16[4096,1024]",
        ],
        tensors={"scores": "q @ k.T"},
    ),
}
